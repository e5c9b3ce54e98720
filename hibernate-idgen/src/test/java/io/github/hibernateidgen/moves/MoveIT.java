package io.github.hibernateidgen.moves;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.guid.DotNetGuids;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.hypersistence.tsid.TSID;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways of docs/migrating, from rows that others have made to ours, with its SQL and its settings. */
class MoveIT {

    private static final String PAGE = "from-snowflake";

    /** The bytes of a {@code uuid} as SQL Server ranks those of a {@code uniqueidentifier}. */
    private static final String AS_SQL_SERVER_RANKS = """
            substring(uuid_send(id) from 11 for 6) || substring(uuid_send(id) from 9 for 2)
            || substring(uuid_send(id) from 8 for 1) || substring(uuid_send(id) from 7 for 1)
            || substring(uuid_send(id) from 6 for 1) || substring(uuid_send(id) from 5 for 1)
            || substring(uuid_send(id) from 4 for 1) || substring(uuid_send(id) from 3 for 1)
            || substring(uuid_send(id) from 2 for 1) || substring(uuid_send(id) from 1 for 1)""";

    interface Row {
        Object id();
    }

    @Entity(name = "SequenceOrder")
    @Table(name = "orders")
    static class SequenceOrder implements Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
        @SequenceGenerator(name = "orders", sequenceName = "orders_seq", allocationSize = 50)
        Long id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "SnowflakeOrder")
    @Table(name = "orders")
    static class SnowflakeOrder implements Row {
        @Id
        @SnowflakeId
        Long id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "Post")
    @Table(name = "posts")
    static class Post implements Row {
        @Id
        @SnowflakeId
        Long id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "RandomOrder")
    @Table(name = "orders")
    static class RandomOrder implements Row {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        UUID id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "CombOrder")
    @Table(name = "orders")
    static class CombOrder implements Row {
        @Id
        @CombGuid
        UUID id;

        @Override
        public Object id() {
            return id;
        }
    }

    private RunningDatabase running;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        connection = running.connect();
        removeTables();
    }

    @AfterEach
    void disconnect() throws SQLException {
        if (connection != null) {
            removeTables();
            connection.close();
        }
    }

    private void removeTables() throws SQLException {
        for (String table : List.of("orders", "posts", "idgen_worker")) {
            execute("drop table if exists " + table);
        }
        execute("drop sequence if exists orders_seq");
    }

    @Test
    void rowsOfASequenceStandInFrontOfNewOnes() throws Exception {
        List<List<String>> sql = Guide.page("from-sequence").sql();
        assertThat(sql).hasSize(2);
        execute("create table orders (id bigint primary key)");
        execute("create sequence orders_seq increment by 50");
        addTheTableOfWorkerNumbers();
        try (SessionFactory before = start(Map.of(), SequenceOrder.class)) {
            List<Object> old = persist(before, SequenceOrder::new, 3);
            assertThat(number(sql.get(0).get(0))).isEqualTo(3).isLessThan(264_905_529_753_600_000L);
            assertThat(SnowflakeLayout.STANDARD.firstId(Instant.parse("2026-01-01T00:00:00Z")))
                    .isEqualTo(264_905_529_753_600_000L);

            try (SessionFactory after = start(Map.of(), SnowflakeOrder.class)) {
                List<Object> ours = persist(after, SnowflakeOrder::new, 3);
                old.addAll(persist(before, SequenceOrder::new, 3));
                ours.addAll(persist(after, SnowflakeOrder::new, 3));
                run(sql.get(1));
                ours.addAll(persist(after, SnowflakeOrder::new, 3));

                assertThatThrownBy(() -> persist(before, SequenceOrder::new, 100))
                        .as("a program that was forgotten")
                        .hasStackTraceContaining("orders_seq");
                assertThat(ids("id")).isEqualTo(join(old, ours));
            }
        }
    }

    @Test
    void newGuidsStandInOrderAmongRandomOnes() throws Exception {
        List<List<String>> sql =
                Guide.section("from-guids", "From random UUIDs").sql();
        assertThat(sql).hasSize(2);
        execute("create table orders (id uuid primary key)");
        try (SessionFactory both = start(Map.of(), RandomOrder.class, CombOrder.class)) {
            persist(both, RandomOrder::new, 1_000);
            List<Object> ours = persist(both, CombOrder::new, 100);
            persist(both, RandomOrder::new, 1_000);
            ours.addAll(persist(both, CombOrder::new, 100));

            List<Object> all = ids("id");
            int first = all.indexOf(ours.get(0));
            assertThat(all.subList(first, first + ours.size()))
                    .as("in one place")
                    .isEqualTo(ours);
            assertThat(first).as("of 2,000, 0.6 % to be expected").isBetween(0, 60);
        }
        // PostgreSQL fills pages where rows are appended, and halves them where they are not.
        execute("insert into orders select gen_random_uuid() from generate_series(1, 20000)");
        run(sql.get(1));
        insert(guids(new GuidGenerator(GuidOrder.BYTES), 20_000));
        double before = density(sql.get(0));
        run(sql.get(1));
        double after = density(sql.get(0));
        System.out.printf("random, then ours, in the middle of the index: %.2f, reindexed %.2f%n", before, after);
        assertThat(before).isLessThan(75);
        assertThat(after).isGreaterThan(85);
    }

    @Test
    void tsidsAndNewIdsAreInOneOrder() throws Exception {
        List<Map<String, Object>> guide = Guide.page(PAGE).settings();
        assertThat(guide).hasSize(1);
        execute("create table posts (id bigint primary key)");
        // Of a process whose clock was fast.
        TSID.Factory factory = TSID.Factory.builder()
                .withNode(700)
                .withClock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(10)))
                .build();
        List<Object> ids =
                insert("posts", Stream.generate(() -> factory.generate().toLong()));

        addTheTableOfWorkerNumbers();
        execute("insert into idgen_worker values ('default', 700, 'another entity', 0)");
        run(floors());
        long last = TSID.from((long) ids.get(99)).getInstant().toEpochMilli();
        assertThat(number("select min(reserved_until) from idgen_worker having count(*) = 1024"))
                .isEqualTo(last + 1);
        Map<String, Object> settings = new HashMap<>(guide.get(0));
        Map<String, Object> impatient = new HashMap<>(settings);
        impatient.put(IdgenSettings.WORKER_WINDOW, "1s");
        impatient.put(IdgenSettings.WORKER_TIMEOUT, "1s");
        assertThatThrownBy(() -> start(impatient, Post.class))
                .as("before the clock gets there")
                .hasStackTraceContaining("the next number is free at [" + Instant.ofEpochMilli(last + 1) + "]");

        settings.put(IdgenSettings.CLOCK, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(11)));
        try (SessionFactory after = start(settings, Post.class)) {
            ids.addAll(persist(after, Post::new, 100));
            assertThat(ids).isEqualTo(ids("posts", "id"));

            SnowflakeLayout layout = layout(after, "tsid");
            assertThat(layout.split((long) ids.get(0)).worker()).isEqualTo(700);
            for (Object id : ids) {
                assertThat(layout.instant((long) id))
                        .as("%s", id)
                        .isEqualTo(TSID.from((long) id).getInstant());
            }
        }
    }

    @Test
    void idsOfMybatisPlusAndNewIdsAreInOneOrder() throws Exception {
        execute("create table orders (id bigint primary key)");
        Sequence sequence = new Sequence(7, 3) {
            @Override
            protected long timeGen() {
                return System.currentTimeMillis();
            }
        };
        List<Object> ids = insert("orders", Stream.generate(sequence::nextId));

        addTheTableOfWorkerNumbers();
        assertThat(Guide.page(PAGE).text()).contains("**1288834974658**");
        run(floors().stream()
                .map(sql -> sql.replace("1577836800001", "1288834974658").replace("posts", "orders"))
                .toList());
        assertThat(number("select min(reserved_until) from idgen_worker having count(*) = 1024"))
                .isEqualTo(Sequence.parseIdTimestamp((long) ids.get(99)) + 1);
        try (SessionFactory after = start(Map.of(IdgenSettings.SNOWFLAKE_LAYOUT, "twitter"), SnowflakeOrder.class)) {
            ids.addAll(persist(after, SnowflakeOrder::new, 100));
            assertThat(ids).isEqualTo(ids("id"));
            assertThat(layout(after, "twitter").split((long) ids.get(0)).worker())
                    .isEqualTo(3 * 32 + 7);
        }
    }

    /** The statement of the guide that keeps new processes from the milliseconds of old ids. */
    private static List<String> floors() throws IOException {
        List<List<String>> sql = Guide.section(
                        PAGE, "3. Stop the old processes, and record up to when they have made ids")
                .sql();
        assertThat(sql).hasSize(1);
        return sql.get(0);
    }

    /** As many an application has one. */
    private static LongSupplier ownGenerator(long worker) {
        return new LongSupplier() {
            private long last;
            private long sequence;

            @Override
            public synchronized long getAsLong() {
                long now = System.currentTimeMillis();
                sequence = now == last ? sequence + 1 : 0;
                last = now;
                return ((now - 1622505600000L) << 16) | (worker << 10) | sequence;
            }
        };
    }

    @Test
    void aGeneratorOfOnesOwnGoesOnBesideNewProcesses() throws Exception {
        Matcher layoutOfOnesOwn = Pattern.compile("\\n\\| your own, .*\\| `([^`]*)` \\| `1ms` \\| `([^`]*)` \\|\\n")
                .matcher(Guide.page(PAGE).text());
        assertThat(layoutOfOnesOwn.find()).isTrue();
        Map<String, Object> settings = Map.of(
                IdgenSettings.SNOWFLAKE_LAYOUT,
                "own",
                IdgenSettings.SNOWFLAKE_LAYOUTS + "own.fields",
                layoutOfOnesOwn.group(1),
                IdgenSettings.SNOWFLAKE_LAYOUTS + "own.epoch",
                layoutOfOnesOwn.group(2));
        List<List<String>> block =
                Guide.section(PAGE, "While old processes still make ids").sql();
        assertThat(block).hasSize(1);
        execute("create table orders (id bigint primary key)");
        LongSupplier old = ownGenerator(31);
        List<Object> ids = insert("orders", Stream.generate(old::getAsLong));

        addTheTableOfWorkerNumbers();
        run(floors().stream()
                .map(sql -> sql.replace(">> 22", ">> 16")
                        .replace("1577836800001", "1622505600001")
                        .replace("1023", "63")
                        .replace("posts", "orders"))
                .toList());
        String tomorrow = String.valueOf(Instant.now().plus(Duration.ofDays(1)).toEpochMilli());
        execute(block.get(0).get(0).strip().replace(":millis", tomorrow));
        // All others but one are taken, so that none is missed by chance.
        execute("update idgen_worker set reserved_until = " + tomorrow + " where worker_id > 32");
        try (SessionFactory after = start(settings, SnowflakeOrder.class)) {
            ids.addAll(persist(after, SnowflakeOrder::new, 100));
            assertThat(ids).isEqualTo(ids("id"));
            SnowflakeLayout layout = layout(after, "own");
            assertThat(layout.split((long) ids.get(0)).worker()).isEqualTo(31);
            assertThat(layout.split((long) ids.get(ids.size() - 1)).worker()).isEqualTo(32);
            insert("orders", Stream.generate(old::getAsLong));
        }
    }

    @Test
    void newGuidsComeAfterThoseOfDotNetsVersion7() throws Exception {
        execute("create table orders (id uuid primary key)");
        List<Object> old = new ArrayList<>();
        for (int i = 100; i > 0; i--) {
            old.add(DotNetGuids.version7(UUID.randomUUID(), Instant.now().minusMillis(i)));
        }
        insert(old);
        try (SessionFactory after = start(Map.of(), CombOrder.class)) {
            List<Object> ours = persist(after, CombOrder::new, 100);
            assertThat(ids("id")).isEqualTo(join(old, ours));
        }
    }

    @Test
    void newGuidsComeAfterThoseOfNHibernateAndEfCoreByTheirFormat() throws Exception {
        Instant now = Instant.now();
        List<Object> nhibernate = IntStream.rangeClosed(1, 100)
                .<Object>mapToObj(i -> DotNetGuids.nhibernate(UUID.randomUUID(), now.minusSeconds(101 - i)))
                .toList();
        List<Object> efCore = LongStream.rangeClosed(1, 100)
                .<Object>mapToObj(
                        i -> DotNetGuids.efCore(UUID.randomUUID(), DotNetGuids.ticks(now.minusSeconds(60)) + i))
                .toList();
        execute("create table orders (id uuid primary key)");
        assertAfter(nhibernate, GuidFormat.NHIBERNATE);
        assertAfter(efCore, GuidFormat.EF_CORE);
    }

    private void assertAfter(List<Object> old, GuidFormat format) throws SQLException {
        List<Object> ours = guids(new GuidGenerator(format, GuidOrder.SQL_SERVER, Instant::now), 100);
        insert(ours);
        insert(old);
        assertThat(ids(AS_SQL_SERVER_RANKS)).as("%s", format).isEqualTo(join(old, ours));
        execute("delete from orders");
    }

    private SessionFactory start(Map<String, Object> settings, Class<?>... entities) {
        Hibernate hibernate = Hibernate.on(running.persistenceSettings(), entities);
        settings.forEach(hibernate::with);
        return hibernate.start();
    }

    /** The script that is in the jar. */
    private void addTheTableOfWorkerNumbers() throws IOException, SQLException {
        try (InputStream script = Idgen.class.getResourceAsStream("worker/jdbc/postgresql.sql")) {
            execute(new String(requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static List<Object> persist(SessionFactory factory, Supplier<? extends Row> row, int count) {
        List<Row> rows = Stream.<Row>generate(row).limit(count).toList();
        factory.inTransaction(session -> rows.forEach(session::persist));
        return new ArrayList<>(rows.stream().map(Row::id).toList());
    }

    private static SnowflakeLayout layout(SessionFactory factory, String name) {
        return Idgen.of(factory).layouts().stream()
                .filter(layout -> layout.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static List<Object> guids(GuidGenerator generator, int count) {
        return List.of((Object[]) generator.nextGuids(count));
    }

    private List<Object> insert(String table, Stream<Long> numbers) throws SQLException {
        List<Object> ids = new ArrayList<>(numbers.limit(100).toList());
        insert("insert into " + table + " select unnest(?)", "int8", ids);
        return ids;
    }

    private void insert(List<Object> guids) throws SQLException {
        insert("insert into orders select unnest(?)", "uuid", guids);
    }

    private void insert(String sql, String type, List<Object> ids) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setArray(1, connection.createArrayOf(type, ids.toArray()));
            insert.executeUpdate();
        }
    }

    private List<Object> ids(String order) throws SQLException {
        return ids("orders", order);
    }

    private List<Object> ids(String table, String order) throws SQLException {
        List<Object> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id from " + table + " order by " + order)) {
            while (rows.next()) {
                ids.add(rows.getObject(1));
            }
        }
        return ids;
    }

    private static List<Object> join(List<Object> old, List<Object> ours) {
        return Stream.concat(old.stream(), ours.stream()).toList();
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    /** How full leaves are, by the guide's statements. */
    private double density(List<String> sql) throws SQLException {
        execute(sql.get(0));
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.get(1))) {
            assertThat(rows.next()).isTrue();
            return rows.getDouble(1);
        }
    }

    private void run(List<String> sql) throws SQLException {
        for (String statement : sql) {
            execute(statement);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
