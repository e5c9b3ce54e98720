package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.Threads;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Eight threads on one generator and the system clock: no GUID twice, and each thread's GUIDs ascend; a million a thread in the long tests. */
class GuidGeneratorConcurrencyTest {

    private static final int THREADS = 8;
    private static final int GUIDS = LongTest.RUN ? 1_000_000 : 200_000;

    @ParameterizedTest
    @EnumSource
    void noGuidTwice(GuidOrder order) throws Exception {
        GuidGenerator generator = new GuidGenerator(order);
        List<UUID[]> guidsByThread = Threads.callTogether(THREADS, () -> {
            UUID[] guids = new UUID[GUIDS];
            for (int i = 0; i < guids.length; i++) {
                guids[i] = generator.nextGuid();
            }
            return guids;
        });
        Comparator<UUID> comparator = order.comparator();
        UUID[] all = new UUID[THREADS * GUIDS];
        int end = 0;
        for (UUID[] guids : guidsByThread) {
            assertThat(firstNotAboveTheOneBefore(guids, comparator)).isEqualTo(guids.length);
            System.arraycopy(guids, 0, all, end, guids.length);
            end += guids.length;
        }
        Arrays.sort(all, comparator);
        assertThat(firstNotAboveTheOneBefore(all, comparator)).isEqualTo(all.length);
    }

    /** The index of the first GUID that is not greater than the one before it; the length where there is none. */
    private static int firstNotAboveTheOneBefore(UUID[] guids, Comparator<UUID> comparator) {
        int i = 1;
        while (i < guids.length && comparator.compare(guids[i - 1], guids[i]) < 0) {
            i++;
        }
        return i;
    }
}
