package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CandidatesTest {

    private static final long NOW = 1000;

    @Test
    void drawsFromFreeSlotsAndNewNumbersThatFit() {
        StoredSlot justFree = new StoredSlot(0, "a", NOW);
        StoredSlot taken = new StoredSlot(1, "b", NOW + 1);
        StoredSlot doesNotFit = new StoredSlot(4, "c", 0);
        Candidates candidates = new Candidates(List.of(justFree, taken, doesNotFit), new Block(0, 4, 4), NOW);

        assertThat(candidates.isEmpty()).isFalse();
        assertThat(candidates.nextFree()).hasValue(NOW + 1);
        assertThat(LongStream.range(0, 3)
                        .mapToObj(index -> candidates.draw("us", 5000, size -> {
                            assertThat(size).isEqualTo(3);
                            return index;
                        })))
                .containsExactly(
                        new Swap(justFree, new StoredSlot(0, "us", 5000), NOW),
                        new Swap(null, new StoredSlot(2, "us", 5000), 0),
                        new Swap(null, new StoredSlot(3, "us", 5000), 0));
    }

    @Test
    void hasNoneWhereAllAreTaken() {
        Candidates candidates = new Candidates(
                List.of(new StoredSlot(0, "a", NOW + 300), new StoredSlot(1, "b", NOW + 200)), new Block(0, 2, 2), NOW);

        assertThat(candidates.isEmpty()).isTrue();
        assertThat(candidates.nextFree()).hasValue(NOW + 200);
    }

    @Test
    void addsTheLowestNewNumbersUpToTheSpread() {
        List<StoredSlot> used = LongStream.range(0, 100)
                .mapToObj(worker -> new StoredSlot(worker, "a", worker < 50 ? 0 : NOW + 1))
                .toList();
        Candidates candidates = new Candidates(used, new Block(0, Long.MAX_VALUE, Long.MAX_VALUE), NOW);

        Set<Long> drawn = LongStream.range(0, Candidates.SPREAD)
                .mapToObj(index -> candidates.draw("us", 5000, size -> {
                    assertThat(size).isEqualTo(Candidates.SPREAD);
                    return index;
                }))
                .map(swap -> swap.update().worker())
                .collect(Collectors.toSet());

        assertThat(drawn)
                .hasSize(Candidates.SPREAD)
                .doesNotContain(50L, 99L)
                .contains(0L, 49L, 100L, 100L + Candidates.SPREAD - 50 - 1);
    }
}
