package io.github.hibernateidgen.examples.orders.landings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexPlacesTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            "",        ""
            5,         1.0
            1 2 3,     1.0 1.0 1.0
            3 2 1,     1.0 0.0 0.0
            1 5 3 4 9, 1.0 1.0 0.5 0.6666666666666666 1.0
            """)
    void placeIsTheShareOfTheKeysBeforeItThatAreLess(String keys, String places) {
        assertThat(
                        IndexPlaces.of(Stream.of(keys.split(" "))
                                        .filter(key -> !key.isEmpty())
                                        .map(Integer::valueOf)
                                        .toList())
                                .stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(" ")))
                .isEqualTo(places);
    }

    /** As one counts them without an index. */
    @Test
    void placesAreThoseThatCountingGives() {
        long seed = System.nanoTime();
        List<Long> keys =
                new Random(seed).longs(0, 100_000).distinct().limit(500).boxed().toList();
        List<Double> places = IndexPlaces.of(keys);
        assertThat(IntStream.range(1, keys.size()))
                .as("seed %d", seed)
                .allSatisfy(i -> assertThat(places.get(i) * i)
                        .isCloseTo(
                                keys.subList(0, i).stream()
                                        .filter(key -> key < keys.get(i))
                                        .count(),
                                within(1e-9)));
    }

    @Test
    void keyThatComesTwiceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IndexPlaces.of(List.of(7, 8, 7)))
                .withMessage("key [7] comes twice; an index of ids has each once");
    }

    @Test
    void dotsGoToTheRightAndUpToTheEndOfTheIndex() {
        Landing landing = new Landing(IdKind.RANDOM, List.of(1.0, 0.0, 0.5, 1.0), 4);
        assertThat(landing.dots()).isEqualTo("M0 0h0M250 600h0M500 300h0M750 0h0");
        assertThat(landing.atTheEnd()).isEqualTo(2);
        assertThat(landing.shareAtTheEnd()).isEqualTo("50.0 %");
    }
}
