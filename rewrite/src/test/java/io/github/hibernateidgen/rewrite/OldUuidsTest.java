package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.id.uuid.CustomVersionOneStrategy;
import org.hibernate.id.uuid.UuidVersion6Strategy;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where new COMB GUIDs sort among ids of Hibernate's styles. docs/migrating/from-guids.md has the table. */
class OldUuidsTest {

    private static final int IDS = 2_000;

    private enum Style {
        TIME(time()),
        VERSION_6(() -> UuidVersion6Strategy.INSTANCE.generateUuid(null)),
        VERSION_7(() -> UuidVersion7Strategy.INSTANCE.generateUuid(null));

        final Supplier<UUID> ids;

        Style(Supplier<UUID> ids) {
            this.ids = ids;
        }

        /** Ids of a process at 10.1.2.3, of all times in the 49.7 days in which the last 32 bits of the time are counted. */
        private static Supplier<UUID> time() {
            long process = 0x0a010203L << 32 | (new CustomVersionOneStrategy().getMostSignificantBits() & 0xFFFF_FFFFL);
            long[] millis = {0x1a1L << 32};
            return () -> new UUID(
                    process, CustomVersionOneStrategy.generateLeastSignificantBits(millis[0] += (1L << 32) / IDS));
        }
    }

    /** The share of old ids that sort after a new id, in percent. */
    private static int above(Style style, GuidOrder order) {
        List<UUID> old = Stream.generate(style.ids).limit(IDS).toList();
        UUID fresh = order.first(Instant.now().plusSeconds(1));
        long above = old.stream()
                .filter(id -> order.comparator().compare(id, fresh) > 0)
                .count();
        return Math.round(above * 100f / IDS);
    }

    @ParameterizedTest
    @CsvSource({
        "TIME,      BYTES,      100", "TIME,      MARIADB, 99", "TIME,      SQL_SERVER, 99",
        "VERSION_6, BYTES,      100", "VERSION_6, MARIADB, 100", "VERSION_6, SQL_SERVER, 99",
        "VERSION_7, BYTES,      0", "VERSION_7, MARIADB, 0", "VERSION_7, SQL_SERVER, 99",
    })
    void newIdsSortAmongTheOldOnes(Style style, GuidOrder order, int percentAbove) {
        // Of random bytes, 0.6 % are less than the first bytes of the time.
        assertThat(above(style, order)).isCloseTo(percentAbove, within(percentAbove == 99 ? 1 : 0));
    }

    /** In the order BYTES, the ids of one process are in the order of their times, which a table of TIME may rely on. */
    @Test
    void idsOfTimeAreInOrderBytes() {
        List<UUID> old = Stream.generate(Style.time()).limit(IDS).toList();
        assertThat(old).isSortedAccordingTo(GuidOrder.BYTES.comparator());
    }
}
