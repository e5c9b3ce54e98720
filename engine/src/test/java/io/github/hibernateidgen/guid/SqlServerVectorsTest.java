package io.github.hibernateidgen.guid;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.TestSeed;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 3,000 GUIDs, ascending as .NET's {@code System.Data.SqlTypes.SqlGuid} compares them. */
class SqlServerVectorsTest {

    private static List<UUID> vectors;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream file = SqlServerVectorsTest.class.getResourceAsStream("/vectors/sql-server-order.txt")) {
            vectors = new String(Objects.requireNonNull(file).readAllBytes(), US_ASCII)
                    .lines()
                    .map(UUID::fromString)
                    .toList();
        }
    }

    @Test
    void noneOfThe3000IsOutOfPlace() {
        assertThat(vectors).hasSize(3_000).doesNotHaveDuplicates();
        assertThat(outOfPlace(GuidOrder.SQL_SERVER.comparator())).isZero();
    }

    @Test
    void sortingThemShuffledGivesThemBack() {
        List<UUID> sorted = new ArrayList<>(vectors);
        Collections.shuffle(sorted, TestSeed.random());
        assertThat(sorted).isNotEqualTo(vectors);
        sorted.sort(GuidOrder.SQL_SERVER.comparator());
        assertThat(sorted).as(TestSeed.describe()).isEqualTo(vectors);
    }

    @ParameterizedTest
    @EnumSource(names = "SQL_SERVER", mode = EnumSource.Mode.EXCLUDE)
    void manyAreOutOfPlaceInAnyOtherOrder(GuidOrder order) {
        assertThat(outOfPlace(order.comparator())).isGreaterThan(100);
    }

    @Test
    void manyAreOutOfPlaceInJavasOwnOrder() {
        assertThat(outOfPlace(Comparator.naturalOrder())).isGreaterThan(100);
    }

    @Test
    void theRanksThatTheOtherTestsCompareByAgree() {
        assertThat(outOfPlace(ByteRanks.of(GuidOrder.SQL_SERVER).comparator())).isZero();
    }

    /** How many are not above the one before. */
    private static int outOfPlace(Comparator<UUID> comparator) {
        int count = 0;
        for (int i = 1; i < vectors.size(); i++) {
            if (comparator.compare(vectors.get(i - 1), vectors.get(i)) >= 0) {
                count++;
            }
        }
        return count;
    }
}
