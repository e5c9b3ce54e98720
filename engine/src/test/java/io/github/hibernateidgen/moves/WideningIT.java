package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The steps of docs/migrating that widen the columns, with their SQL, while writers insert, update and delete: afterwards each
 * row is as its writer left it.
 */
class WideningIT {

    /** Four of five are pets. */
    private static final int ROWS = LongTest.RUN ? 5_000_000 : 50_000;

    private static final int WRITERS = 8;

    /** More than the counters of both tables reach before their triggers exist. */
    private static final String NEXT = "100000000";

    private static final int DELETED = 1_000;

    /** From one unit of a writer to the next. */
    private static final long PAUSE_MILLIS = 20;

    private RunningDatabase running;
    private Connection connection;
    private final ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
    private final List<Future<Writer>> writers = new ArrayList<>();
    private final Writer betweenSteps = new Writer(WRITERS, 0);
    private long lastDeleted;
    private volatile boolean ended;
    private final AtomicLong longestNanos = new AtomicLong();

    /** Writes rows of its own, which have names that no other writer's have. */
    private final class Writer implements Callable<Writer> {

        private final String name;
        private final Random random;
        private final Map<Long, String> owners = new HashMap<>();
        private final NavigableMap<Long, String> pets = new TreeMap<>();
        private int units;
        private int repeated;

        Writer(int number, long seed) {
            this.name = "writer" + number;
            this.random = new Random(seed);
        }

        @Override
        public Writer call() throws Exception {
            try (Connection own = connect()) {
                own.setAutoCommit(false);
                while (!ended) {
                    long begin = System.nanoTime();
                    while (!write(own)) {
                        repeated++;
                    }
                    longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
            return this;
        }

        /** Inserts an owner with two pets, and a pet of an old owner; renames and deletes the newest pets of earlier units. */
        private boolean write(Connection own) throws SQLException, InterruptedException {
            Map<Long, String> newPets = new HashMap<>();
            String unit = name + "-" + units;
            try {
                long owner = insert(own, "insert into owners (name) values (?)", unit, null);
                Thread.sleep(5);
                for (int i = 0; i < 3; i++) {
                    long to = i < 2 ? owner : 1 + random.nextInt(ROWS / 5);
                    newPets.put(
                            insert(own, "insert into pets (name, owner_id) values (?, ?)", unit + "-" + i, to),
                            unit + "-" + i);
                }
                List<Long> newest = pets.descendingKeySet().stream().limit(2).toList();
                Long renamed = newest.isEmpty() ? null : newest.get(0);
                Long deleted = newest.size() < 2 ? null : newest.get(1);
                if (renamed != null) {
                    assertThat(change(own, "update pets set name = ? where id = ?", unit + "-renamed", renamed))
                            .isOne();
                }
                if (deleted != null) {
                    assertThat(change(own, "delete from pets where id = ?", deleted))
                            .isOne();
                }
                own.commit();
                units++;
                owners.put(owner, unit);
                pets.putAll(newPets);
                if (renamed != null) {
                    pets.put(renamed, unit + "-renamed");
                }
                if (deleted != null) {
                    pets.remove(deleted);
                }
                return true;
            } catch (SQLException e) {
                own.rollback();
                // A deadlock.
                if ("40001".equals(e.getSQLState()) || "40P01".equals(e.getSQLState())) {
                    return false;
                }
                throw e;
            }
        }

        private long insert(Connection own, String sql, String name, Long owner) throws SQLException {
            try (PreparedStatement statement = own.prepareStatement(sql, new String[] {"id"})) {
                statement.setString(1, name);
                if (owner != null) {
                    statement.setLong(2, owner);
                }
                statement.executeUpdate();
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong(1);
                }
            }
        }

        private int change(Connection own, String sql, Object... values) throws SQLException {
            try (PreparedStatement statement = own.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        }
    }

    /** MariaDB and MySQL are left to the long tests: a batch of the copy has waited for minutes on MariaDB beside these writers. */
    static Stream<TestDatabase> databases() {
        return LongTest.RUN
                ? Stream.of(TestDatabase.POSTGRESQL, TestDatabase.MARIADB, TestDatabase.MYSQL)
                : Stream.of(TestDatabase.POSTGRESQL);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void writersGoOn(TestDatabase database) throws Exception {
        running = database.orSkip();
        connection = running.connect();
        dropTables();
        fill();
        startWriters();
        Thread.sleep(2_000);
        System.out.println(database + ": longest unit of a writer before the steps " + takeLongest() + " ms");
        long begin = System.nanoTime();
        List<List<String>> sql = Guide.script(
                database == TestDatabase.POSTGRESQL ? "migrating/widen-postgresql.sql" : "migrating/widen-mysql.sql");
        for (List<String> block : sql) {
            if (block.get(0).startsWith("begin")) {
                inOneTransaction(block);
                continue;
            }
            for (String statement : block) {
                repeat(statement);
                if (isCopyOfOwners(statement)) {
                    repeat(ofPets(statement));
                }
            }
            if (block.get(0).startsWith("create table owners_new")) {
                assertIsNew("owners");
                assertIsNew("pets");
            }
        }
        System.out.println(database + ": " + ROWS + " rows widened in " + (System.nanoTime() - begin) / 1_000_000
                + " ms, longest unit of a writer in the last step " + takeLongest() + " ms");
        Thread.sleep(500);
        ended = true;
        assertRows();
        assertWide();
    }

    private Connection connect() throws SQLException {
        if (running.database() == TestDatabase.POSTGRESQL) {
            String url = running.jdbcUrl() + (running.jdbcUrl().contains("?") ? "&" : "?") + "autosave=conservative";
            Properties account = new Properties();
            account.setProperty("user", running.user());
            account.setProperty("password", running.password());
            return DriverManager.getConnection(url, account);
        }
        return running.connect();
    }

    private void fill() throws SQLException {
        boolean isPostgres = running.database() == TestDatabase.POSTGRESQL;
        String id = "id " + (isPostgres ? "integer generated always as identity" : "int not null auto_increment")
                + " primary key, name varchar(60) not null";
        execute("create table owners (" + id + ")");
        execute("create table pets (" + id + ", owner_id integer not null)");
        String numbers = isPostgres
                ? "generate_series(1, %d) as numbers (n)"
                : "(with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 999)"
                        + " select a.n * 1000 + b.n + 1 as n from numbers a cross join numbers b) as numbers where n <= %d";
        int owners = ROWS / 5;
        execute("insert into owners (name) select 'old' from " + numbers.formatted(owners));
        for (int i = 0; i < 4; i++) {
            execute("insert into pets (name, owner_id) select 'old', n from " + numbers.formatted(owners));
        }
        execute("alter table pets add constraint pets_owner foreign key (owner_id) references owners (id)");
        if (isPostgres) {
            execute("create index pets_owner_id on pets (owner_id)");
            execute("analyze");
        }
    }

    private void startWriters() {
        Random seeds = TestSeed.random();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(executor.submit(new Writer(i, seeds.nextLong())));
        }
    }

    private long takeLongest() {
        return longestNanos.getAndSet(0) / 1_000_000;
    }

    private static boolean isCopyOfOwners(String statement) {
        return statement.startsWith("do $$")
                || statement.contains("procedure copy_owners")
                || statement.startsWith("call");
    }

    /** The page has the copy of owners, and says what is more for pets. */
    private static String ofPets(String statement) {
        return statement
                .replace("owners", "pets")
                .replace("set new_id = id", "set new_id = id, new_owner_id = owner_id")
                .replace("(id, name)", "(id, name, owner_id)")
                .replace("select id, name from", "select id, name, owner_id from");
    }

    private void inOneTransaction(List<String> statements) throws Exception {
        for (int times = 1; ; times++) {
            long begin = System.nanoTime();
            try {
                for (String statement : statements) {
                    execute(statement);
                    if (statement.contains("access exclusive")) {
                        deleteNewest();
                    }
                }
                said("transaction with " + statements.get(2), begin, times);
                return;
            } catch (SQLException e) {
                execute("rollback");
                requireToBeRepeated(e, times);
            }
        }
    }

    /** Nothing is inserted before the swap then, so that the greatest id is less than the counter. */
    private void deleteNewest() throws SQLException {
        execute("insert into pets (name, owner_id) select 'deleted', 1 from generate_series(1, " + DELETED + ")");
        lastDeleted = number("select max(id) from pets");
        execute("delete from pets where name = 'deleted'");
    }

    /** The next id of the copy is none that the table had: not even of a row that was deleted before the triggers existed. */
    private void assertIsNew(String table) throws SQLException {
        connection.setAutoCommit(false);
        execute("insert into " + table + "_new (name" + (table.equals("pets") ? ", owner_id" : "") + ") values ('next'"
                + (table.equals("pets") ? ", 1" : "") + ")");
        long next = number("select max(id) from " + table + "_new");
        connection.rollback();
        connection.setAutoCommit(true);
        assertThat(next).as(table).isGreaterThan(number("select max(id) from " + table));
    }

    private void repeat(String template) throws Exception {
        String statement = template.replaceAll("= :\\w+", "= " + NEXT);
        for (int times = 1; ; times++) {
            long begin = System.nanoTime();
            try {
                execute(statement);
                said(statement, begin, times);
                writeBetweenSteps();
                return;
            } catch (SQLException e) {
                requireToBeRepeated(e, times);
            }
        }
    }

    /** Changes rows that the unit before the statement wrote: with triggers, of which only some exist yet. */
    private void writeBetweenSteps() throws Exception {
        try (Connection own = connect()) {
            own.setAutoCommit(false);
            while (!betweenSteps.write(own)) {
                betweenSteps.repeated++;
            }
        }
    }

    private static void requireToBeRepeated(SQLException e, int times) throws SQLException {
        boolean isOfALock = e.getErrorCode() == 1205 || e.getErrorCode() == 1213 || "55P03".equals(e.getSQLState());
        if (!isOfALock || times == 50) {
            throw e;
        }
    }

    private void said(String statement, long begin, int times) throws Exception {
        for (Future<Writer> writer : writers) {
            if (writer.isDone()) {
                writer.get();
            }
        }
        System.out.printf(
                "%6d ms, longest unit of a writer %5d ms, attempt %d: %s%n",
                (System.nanoTime() - begin) / 1_000_000,
                takeLongest(),
                times,
                statement
                        .replaceAll("\\s+", " ")
                        .strip()
                        .substring(
                                0,
                                Math.min(
                                        90,
                                        statement
                                                .replaceAll("\\s+", " ")
                                                .strip()
                                                .length())));
    }

    private void assertWide() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery("select table_name, column_name, data_type, is_nullable"
                        + " from information_schema.columns where table_name in ('owners', 'pets')"
                        + " and table_schema not in ('information_schema', 'mysql') and column_name like '%id'")) {
            int count = 0;
            while (columns.next()) {
                assertThat(columns.getString(3))
                        .as(columns.getString(1) + "." + columns.getString(2))
                        .isEqualTo("bigint");
                assertThat(columns.getString(4)).isEqualTo("NO");
                count++;
            }
            assertThat(count).isEqualTo(3);
        }
        // It is there, under the name of the guide.
        execute("alter table pets drop "
                + (running.database() == TestDatabase.POSTGRESQL
                        ? "constraint pets_owner"
                        : "foreign key pets_new_owner"));
    }

    /** All that was there, and each row of a writer as it left it. */
    private void assertRows() throws Exception {
        Map<Long, String> owners = new HashMap<>();
        Map<Long, String> pets = new HashMap<>();
        int units = 0;
        int repeated = 0;
        List<Writer> all = new ArrayList<>(List.of(betweenSteps));
        for (Future<Writer> future : writers) {
            all.add(future.get());
        }
        for (Writer writer : all) {
            owners.putAll(writer.owners);
            pets.putAll(writer.pets);
            units += writer.units;
            repeated += writer.repeated;
        }
        System.out.println(running.database() + ": " + units + " units of " + all.size() + " writers, " + repeated
                + " repeated after a deadlock");
        assertThat(number("select count(*) from owners where name = 'old'")).isEqualTo(ROWS / 5);
        assertThat(number("select count(*) from pets where name = 'old'")).isEqualTo(ROWS / 5 * 4);
        assertThat(number("select count(*) from pets p left join owners o on o.id = p.owner_id where o.id is null"))
                .isZero();
        assertThat(number("select count(*) from pets where id > " + (lastDeleted - DELETED) + " and id <= "
                        + lastDeleted))
                .as("ids of deleted rows")
                .isZero();
        assertThat(rows("owners")).containsExactlyInAnyOrderEntriesOf(owners);
        assertThat(rows("pets")).containsExactlyInAnyOrderEntriesOf(pets);
    }

    private Map<Long, String> rows(String table) throws SQLException {
        Map<Long, String> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id, name from " + table + " where name <> 'old'")) {
            while (row.next()) {
                rows.put(row.getLong(1), row.getString(2));
            }
        }
        return rows;
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void dropTables() throws SQLException {
        for (String table : List.of("pets", "pets_new", "pets_old", "owners", "owners_new", "owners_old")) {
            execute("drop table if exists " + table);
        }
        if (running.database() == TestDatabase.POSTGRESQL) {
            execute("drop function if exists owners_widen, pets_widen");
        } else {
            execute("drop procedure if exists copy_owners");
            execute("drop procedure if exists copy_pets");
        }
    }

    @AfterEach
    void end() throws Exception {
        ended = true;
        executor.shutdownNow();
        if (connection != null) {
            connection.close();
            try (Connection again = running.connect()) {
                connection = again;
                dropTables();
            }
        }
    }
}
