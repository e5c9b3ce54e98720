package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparators sort GUIDs of all versions as the server does, with an index and without an index. */
class ComparatorIT {

    private static final int ROWS = 4_000;

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, BYTES", "MARIADB, MARIADB", "H2, BYTES"})
    void theComparatorSortsAllVersionsAsTheServerDoes(TestDatabase database, GuidOrder order) throws SQLException {
        RunningDatabase running = database.orSkip();
        Random random = TestSeed.random();
        List<UUID> guids = new ArrayList<>();
        while (guids.size() < ROWS) {
            // Few different values of the first and the last group, so that the other groups decide, too.
            UUID guid =
                    new UUID(random.nextLong() & 0x0303_0000_0000_FFFFL, random.nextLong() & 0xFFFF_0303_0000_0003L);
            if (!isRejectedByMariaDb(guid)) {
                guids.add(guid);
            }
        }
        guids.add(new UUID(0, 0));
        guids.add(new UUID(-1, -1));
        List<UUID> distinct = new ArrayList<>(guids.stream().distinct().toList());
        List<UUID> sorted = new ArrayList<>(distinct);
        sorted.sort(order.comparator());
        assertThat(inOrderOfTheServer(running, "uuid primary key", distinct))
                .as(TestSeed.describe())
                .isEqualTo(sorted);
        assertThat(inOrderOfTheServer(running, "uuid", distinct))
                .as(TestSeed.describe())
                .isEqualTo(sorted);
    }

    /** Error 1292. */
    private static boolean isRejectedByMariaDb(UUID guid) {
        long t6 = guid.getMostSignificantBits() >>> 8 & 0xFF;
        long t8 = guid.getLeastSignificantBits() >>> 56;
        return t6 >= 0x80 && t8 >= 0x01 && t8 <= 0x80;
    }

    /** A table with a row each of version 7 and of ours in turn, as after a change from version 7 to {@code @CombGuid}. */
    @Test
    void onMariaDbNewGuidsAreAfterOldOnesOfVersion7() throws SQLException {
        RunningDatabase running = TestDatabase.MARIADB.orSkip();
        FakeClock clock = FakeClock.at("2026-11-26T12:00:00Z");
        GuidGenerator version7 = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock);
        GuidGenerator ours = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.MARIADB, clock);
        List<UUID> written = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            clock.advanceMillis(1);
            written.add(i % 2 == 0 ? version7.nextGuid() : ours.nextGuid());
        }
        assertThat(written).isSortedAccordingTo(GuidOrder.MARIADB.comparator());
        assertThat(inOrderOfTheServer(running, "uuid primary key", written)).isEqualTo(written);
    }

    private static List<UUID> inOrderOfTheServer(RunningDatabase running, String column, List<UUID> guids)
            throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table idgen_compared (id " + column + ")");
            try {
                connection.setAutoCommit(false);
                try (PreparedStatement insert =
                        connection.prepareStatement("insert into idgen_compared values (cast(? as uuid))")) {
                    for (UUID guid : guids) {
                        insert.setString(1, guid.toString());
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                connection.commit();
                connection.setAutoCommit(true);
                List<UUID> rows = new ArrayList<>();
                try (ResultSet result = statement.executeQuery("select id from idgen_compared order by id")) {
                    while (result.next()) {
                        rows.add(UUID.fromString(result.getString(1)));
                    }
                }
                return rows;
            } finally {
                statement.execute("drop table idgen_compared");
            }
        }
    }
}
