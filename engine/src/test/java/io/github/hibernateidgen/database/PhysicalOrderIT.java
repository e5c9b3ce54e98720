package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.WorkerSource;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How full the leaf pages of the primary key are after many inserts, as a count and not as a time. A key that always
 * goes to the right-hand end leaves them full; a random one splits them in half. Each column is filled three times in
 * one run: with a counter, which is perfectly ordered, with our ids, and with random ones.
 */
@LongTest
class PhysicalOrderIT {

    private static final int ROWS = 200_000;

    /** The leaves of a random B-tree fill and split in waves: with 200,000 rows of 16 bytes, 63 to 77 % full. */
    private static final double CLEARLY_LESS = 0.9;

    private static final int ROWS_PER_STATEMENT = 500;

    /** A column type: how it is declared, how a counter is written in the order in which it compares, and our ids. */
    enum Column {
        UUID_BYTES("uuid", "?::uuid", GuidOrder.BYTES) {
            @Override
            Object write(UUID guid) {
                return guid.toString();
            }
        },
        BYTEA("bytea", "?", GuidOrder.BYTES) {
            @Override
            Object write(UUID guid) {
                return bytes(guid);
            }
        },
        CHAR_36("char(36)", "?", GuidOrder.BYTES) {
            @Override
            Object write(UUID guid) {
                return guid.toString();
            }
        },
        BINARY_16("binary(16)", "?", GuidOrder.BYTES) {
            @Override
            Object write(UUID guid) {
                return bytes(guid);
            }
        },
        UUID_MARIADB("uuid", "?", GuidOrder.MARIADB) {
            @Override
            Object write(UUID guid) {
                return guid.toString();
            }
        };

        private final String type;
        private final String parameter;
        private final GuidOrder order;

        Column(String type, String parameter, GuidOrder order) {
            this.type = type;
            this.parameter = parameter;
            this.order = order;
        }

        abstract Object write(UUID guid);

        /** The n-th of a perfectly ordered sequence, with version and variant as any valid UUID has them. */
        UUID counter(long n) {
            return order == GuidOrder.BYTES ? new UUID(n << 16 | 0x7000, 1L << 63) : new UUID(0x4000, 1L << 63 | n);
        }

        private static byte[] bytes(UUID guid) {
            return ByteBuffer.allocate(16)
                    .putLong(guid.getMostSignificantBits())
                    .putLong(guid.getLeastSignificantBits())
                    .array();
        }
    }

    @ParameterizedTest(name = "PostgreSQL {0}")
    @EnumSource(names = {"UUID_BYTES", "BYTEA", "CHAR_36"})
    void leavesOfPostgreSqlAreAsFullAsThoseOfACounter(Column column) throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect()) {
            execute(connection, "create extension if not exists pgstattuple");
            compareGuids(running, connection, column, PhysicalOrderIT::leafDensity);
        }
    }

    @Test
    void leavesOfPostgreSqlAreAsFullWithSnowflakeIds() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect()) {
            execute(connection, "create extension if not exists pgstattuple");
            compareNumbers(running, connection, PhysicalOrderIT::leafDensity);
        }
    }

    static Stream<Arguments> innoDbColumns() {
        return Stream.of(
                Arguments.of(TestDatabase.MARIADB, Column.UUID_MARIADB),
                Arguments.of(TestDatabase.MARIADB, Column.BINARY_16),
                Arguments.of(TestDatabase.MARIADB, Column.CHAR_36),
                Arguments.of(TestDatabase.MYSQL, Column.BINARY_16),
                Arguments.of(TestDatabase.MYSQL, Column.CHAR_36));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("innoDbColumns")
    void pagesOfInnoDbHoldAsManyRowsAsWithACounter(TestDatabase database, Column column) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (Connection connection = running.connect()) {
            compareGuids(running, connection, column, PhysicalOrderIT::rowsPerLeaf);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void pagesOfInnoDbHoldAsManyRowsWithSnowflakeIds(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (Connection connection = running.connect()) {
            compareNumbers(running, connection, PhysicalOrderIT::rowsPerLeaf);
        }
    }

    /** Behind random ids ours go to a place in the middle, where PostgreSQL splits pages in half: docs/migrating/from-guids.md. */
    @Test
    void leavesOfPostgreSqlStayHalfFullWhereOursStandAmongRandomIds() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect()) {
            execute(connection, "create extension if not exists pgstattuple");
            double among = fillBehindRandom(connection, Column.UUID_BYTES, PhysicalOrderIT::leafDensity);
            System.out.printf("physical order: %s uuid, ours behind random ids: %.2f%n", running, among);
            assertThat(among).isBetween(45.0, 60.0);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("innoDbColumns")
    void pagesOfInnoDbFillWhereOursStandAmongRandomIds(TestDatabase database, Column column) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (Connection connection = running.connect()) {
            double among = fillBehindRandom(connection, column, PhysicalOrderIT::rowsPerLeaf);
            double random = fill(
                    connection,
                    column.type + " primary key",
                    column.parameter,
                    n -> column.write(UUID.randomUUID()),
                    PhysicalOrderIT::rowsPerLeaf);
            System.out.printf(
                    "physical order: %s %s, ours behind random ids: %.2f, random alone: %.2f%n",
                    running, column, among, random);
            assertThat(random).isLessThan(among * CLEARLY_LESS);
        }
    }

    /** A tenth of the rows are there, with random ids, before the others come. */
    private static double fillBehindRandom(Connection connection, Column column, Fill fill) throws SQLException {
        GuidGenerator ours = new GuidGenerator(column.order);
        return fill(
                connection,
                column.type + " primary key",
                column.parameter,
                n -> column.write(n <= ROWS / 10 ? UUID.randomUUID() : ours.nextGuid()),
                fill);
    }

    /**
     * A stand-in for SQL Server, which can't be had without a licence and a container: PostgreSQL's B-tree over the
     * bytes of a GUID in the order in which a {@code uniqueidentifier} ranks them.
     */
    @Test
    void leavesOverTheBytesAsSqlServerRanksThemAreAsFullAsThoseOfANumber() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect()) {
            execute(connection, "create extension if not exists pgstattuple");
            GuidGenerator ours = new GuidGenerator(GuidOrder.SQL_SERVER);
            GuidGenerator version7 = new GuidGenerator(GuidOrder.BYTES);
            double number = fill(connection, "bigint primary key", "?", n -> n, PhysicalOrderIT::leafDensity);
            double guids = fillRanked(connection, n -> ours.nextGuid());
            double version7s = fillRanked(connection, n -> version7.nextGuid());
            double random = fillRanked(connection, n -> UUID.randomUUID());
            System.out.printf(
                    "physical order: %s, bytes as uniqueidentifier ranks them: leaf density bigint %.2f,"
                            + " SQL_SERVER %.2f, version 7 %.2f, random %.2f%n",
                    running, number, guids, version7s, random);
            assertThat(guids).isCloseTo(number, withinPercentage(2));
            assertThat(version7s).as("version 7 in a uniqueidentifier").isLessThan(number * CLEARLY_LESS);
            assertThat(random).isLessThan(number * CLEARLY_LESS);
        }
    }

    /** What the stand-in can't show: SQL Server's own pages, against its own ordered and random defaults. */
    @Test
    void pagesOfSqlServerAreAsFullAsWithItsOwnSequentialIds() throws SQLException {
        RunningDatabase running = TestDatabase.SQL_SERVER.orSkip();
        try (Connection connection = running.connect()) {
            GuidGenerator ours = new GuidGenerator(GuidOrder.SQL_SERVER);
            GuidGenerator version7 = new GuidGenerator(GuidOrder.BYTES);
            String given = "uniqueidentifier constraint idgen_fill_pkey primary key clustered";
            SqlServerPages number = fillSqlServer(connection, "bigint constraint idgen_fill_pkey primary key", n -> n);
            SqlServerPages guids =
                    fillSqlServer(connection, given, n -> ours.nextGuid().toString());
            SqlServerPages version7s =
                    fillSqlServer(connection, given, n -> version7.nextGuid().toString());
            SqlServerPages sequential = fillSqlServer(connection, given + " default newsequentialid()");
            SqlServerPages random = fillSqlServer(connection, given + " default newid()");
            System.out.printf(
                    "physical order: %s uniqueidentifier after %d rows: NEWSEQUENTIALID() %s, ours %s, version 7 %s,"
                            + " NEWID() %s; bigint %s%n",
                    running, ROWS, sequential, guids, version7s, random, number);
            assertThat((double) guids.pages()).isCloseTo(sequential.pages(), withinPercentage(2));
            assertThat(guids.fill()).isCloseTo(sequential.fill(), withinPercentage(2));
            assertThat((double) version7s.pages()).isGreaterThan(sequential.pages() * 1.15);
            assertThat((double) random.pages()).isGreaterThan(sequential.pages() * 1.15);
        }
    }

    /** The leaf level of a clustered index, as {@code sys.dm_db_index_physical_stats} tells it; shares in percent. */
    private record SqlServerPages(long pages, double fill, double fragmentation) {

        static SqlServerPages of(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("""
                            select page_count, avg_page_space_used_in_percent, avg_fragmentation_in_percent
                            from sys.dm_db_index_physical_stats(
                                db_id(), object_id('idgen_fill'), 1, null, 'DETAILED')
                            where index_level = 0""")) {
                assertThat(result.next()).isTrue();
                return new SqlServerPages(result.getLong(1), result.getDouble(2), result.getDouble(3));
            }
        }

        @Override
        public String toString() {
            return "%d pages %.1f %% full, %.1f %% fragmented".formatted(pages, fill, fragmentation);
        }
    }

    private static SqlServerPages fillSqlServer(Connection connection, String declaration, LongFunction<Object> ids)
            throws SQLException {
        return withTable(connection, declaration, () -> {
            insert(connection, "?", ids);
            return SqlServerPages.of(connection);
        });
    }

    /** The same rows with the column's own default. */
    private static SqlServerPages fillSqlServer(Connection connection, String declaration) throws SQLException {
        return withTable(connection, declaration, () -> {
            insert(connection, "default", null);
            return SqlServerPages.of(connection);
        });
    }

    private interface Fill {
        double measure(Connection connection) throws SQLException;
    }

    private static void compareGuids(RunningDatabase running, Connection connection, Column column, Fill fill)
            throws SQLException {
        GuidGenerator generator = new GuidGenerator(column.order);
        String declaration = column.type + " primary key";
        double counter = fill(connection, declaration, column.parameter, n -> column.write(column.counter(n)), fill);
        double ours = fill(connection, declaration, column.parameter, n -> column.write(generator.nextGuid()), fill);
        double random = fill(connection, declaration, column.parameter, n -> column.write(UUID.randomUUID()), fill);
        report(running, column.type, counter, ours, random);
    }

    private static void compareNumbers(RunningDatabase running, Connection connection, Fill fill) throws SQLException {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1));
        double counter = fill(connection, "bigint primary key", "?", n -> n, fill);
        double ours = fill(connection, "bigint primary key", "?", n -> generator.nextId(), fill);
        double random = fill(
                connection, "bigint primary key", "?", n -> UUID.randomUUID().getMostSignificantBits(), fill);
        report(running, "bigint", counter, ours, random);
    }

    private static void report(RunningDatabase running, String type, double counter, double ours, double random) {
        System.out.printf(
                "physical order: %s %s after %d rows: counter %.2f, ours %.2f, random %.2f%n",
                running, type, ROWS, counter, ours, random);
        assertThat(ours).as("ours against a counter").isCloseTo(counter, withinPercentage(2));
        assertThat(random)
                .as("random against a counter: is the measure able to see?")
                .isLessThan(counter * CLEARLY_LESS);
    }

    private static double fillRanked(Connection connection, LongFunction<UUID> ids) throws SQLException {
        return withTable(connection, "uuid", () -> {
            execute(connection, """
                    create index idgen_fill_pkey on idgen_fill ((
                    substring(uuid_send(id) from 11 for 6) || substring(uuid_send(id) from 9 for 2)
                    || substring(uuid_send(id) from 8 for 1) || substring(uuid_send(id) from 7 for 1)
                    || substring(uuid_send(id) from 6 for 1) || substring(uuid_send(id) from 5 for 1)
                    || substring(uuid_send(id) from 4 for 1) || substring(uuid_send(id) from 3 for 1)
                    || substring(uuid_send(id) from 2 for 1) || substring(uuid_send(id) from 1 for 1)))""");
            insert(connection, "?::uuid", n -> ids.apply(n).toString());
            return leafDensity(connection);
        });
    }

    private static double fill(
            Connection connection, String declaration, String parameter, LongFunction<Object> ids, Fill fill)
            throws SQLException {
        return withTable(connection, declaration, () -> {
            insert(connection, parameter, ids);
            return fill.measure(connection);
        });
    }

    private interface Action<T> {
        T run() throws SQLException;
    }

    private static <T> T withTable(Connection connection, String declaration, Action<T> action) throws SQLException {
        execute(connection, "create table idgen_fill (id " + declaration + ", payload varchar(100) not null)");
        try {
            return action.run();
        } finally {
            execute(connection, "drop table idgen_fill");
        }
    }

    /** Inserts rows whose id is a parameter for each of the ids or, without them, an expression. */
    private static void insert(Connection connection, String id, LongFunction<Object> ids) throws SQLException {
        String row = ", (" + id + ", 'a payload as long as that of a small order line would be')";
        String sql =
                "insert into idgen_fill values" + row.repeat(ROWS_PER_STATEMENT).substring(1);
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (long n = 0; n < ROWS; n += ROWS_PER_STATEMENT) {
                for (int i = 1; ids != null && i <= ROWS_PER_STATEMENT; i++) {
                    insert.setObject(i, ids.apply(n + i));
                }
                insert.executeUpdate();
            }
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** The share of the leaf pages that is filled, in percent. */
    private static double leafDensity(Connection connection) throws SQLException {
        return query(connection, "select avg_leaf_density from pgstatindex('idgen_fill_pkey')");
    }

    private static double rowsPerLeaf(Connection connection) throws SQLException {
        execute(connection, "analyze table idgen_fill");
        return ROWS / query(connection, """
                select stat_value from mysql.innodb_index_stats
                where database_name = database() and table_name = 'idgen_fill'
                and index_name = 'PRIMARY' and stat_name = 'n_leaf_pages'""");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static double query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getDouble(1);
        }
    }
}
