package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.testing.Threads;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Segments of counters in Redis, on H2 and a server: what is issued, and what is refused once Redis has lost them. */
@Timeout(60)
class SegmentRedisIT {

    interface Row {
        Object number();
    }

    @Entity(name = "Order")
    @Table(name = "orders")
    static class Order implements Row {
        @Id
        @SegmentId
        Long id;

        String name;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "Parcel")
    static class Parcel implements Row {
        @Id
        @SegmentId(sequence = "shipping.parcels", size = 10, initial = 100, source = SegmentId.Source.STORE)
        int id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "Invoice")
    static class Invoice implements Row {
        @Id
        @SegmentId(source = SegmentId.Source.STORE, size = 5)
        BigInteger id;

        @Override
        public Object number() {
            return id;
        }
    }

    /** Stays in the database whatever the setting says. */
    @Entity(name = "Note")
    static class Note implements Row {
        @Id
        @SegmentId(source = SegmentId.Source.DATABASE)
        Long id;

        @Override
        public Object number() {
            return id;
        }
    }

    private static TestRedis server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @BeforeAll
    static void startRedis() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void stopRedis() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @BeforeEach
    void flush() {
        redis.flushall();
    }

    /** With a store of its own, as another process has. */
    private Hibernate on(Class<?>... entities) {
        return Hibernate.onH2(entities)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.SEGMENT_SOURCE, new RedisSegmentStore(client));
    }

    private static <R extends Row> List<Object> persist(SessionFactory factory, Supplier<R> rows, int count) {
        List<Object> ids = new ArrayList<>();
        factory.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                R row = rows.get();
                session.persist(row);
                ids.add(row.number());
            }
        });
        return ids;
    }

    private static List<Object> longs(long first, long last) {
        List<Object> numbers = new ArrayList<>();
        for (long number = first; number <= last; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static String value(String counter) {
        return redis.hget("idgen:segment:" + counter, "value");
    }

    private static List<String> objects(SessionFactory factory) {
        return factory.fromSession(session -> session.createNativeQuery(
                        "select upper(table_name) from information_schema.tables where table_schema = 'PUBLIC'"
                                + " union select upper(sequence_name) from information_schema.sequences",
                        String.class)
                .getResultList());
    }

    @Test
    void numbersRowsFromCountersAndLeavesNothingForTheSchemaTools() {
        repair(startupError(on(Parcel.class)));
        try (SessionFactory factory =
                on(Order.class, Parcel.class, Invoice.class, Note.class).start()) {
            assertThat(persist(factory, Order::new, 120)).isEqualTo(longs(1, 120));
            assertThat(persist(factory, Parcel::new, 2)).containsExactly(100, 101);
            assertThat(persist(factory, Invoice::new, 2)).containsExactly(BigInteger.ONE, BigInteger.TWO);
            assertThat(persist(factory, Note::new, 2)).containsExactly(1L, 2L);
            assertThat(redis.keys("*"))
                    .containsExactlyInAnyOrder(
                            "idgen:segment:orders", "idgen:segment:shipping.parcels", "idgen:segment:Invoice");
            assertThat(objects(factory))
                    .filteredOn(name -> !name.startsWith("HTE_")) // Hibernate's own, for insert ... select.
                    .containsExactlyInAnyOrder("ORDERS", "PARCEL", "INVOICE", "NOTE", "NOTE_SEQ");
            assertThat(Idgen.of(factory).attributes())
                    .extracting(Object::toString)
                    .contains("Order.id: segments for column id of type bigint, 50 at a time from Redis counter"
                            + " idgen:segment:orders");
        }
        on(Order.class).with(AvailableSettings.HBM2DDL_AUTO, "validate").start().close();
    }

    /** Sizes may differ: what one process takes, no other gets. */
    @Entity(name = "OtherOrder")
    @Table(name = "orders")
    static class OtherOrder implements Row {
        @Id
        @SegmentId(size = 7)
        Long id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Test
    void factoriesShareACounterAlsoWithSegmentsOfOtherSizes() throws Exception {
        try (SessionFactory one = on(Order.class).start();
                SessionFactory other = on(OtherOrder.class).start()) {
            List<List<Object>> ids = Threads.callTogether(2, () -> {
                List<Object> mine = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    mine.addAll(persist(one, Order::new, 9));
                    mine.addAll(persist(other, OtherOrder::new, 9));
                }
                return mine;
            });
            assertThat(ids.stream().flatMap(List::stream))
                    .doesNotHaveDuplicates()
                    .hasSize(720);
        }
        try (SessionFactory later = on(Order.class).start()) {
            assertThat((Long) persist(later, Order::new, 1).get(0)).isGreaterThan(720);
        }
    }

    @Test
    void twoThatStartAtOnceMakeOneCounter() throws Exception {
        on(Order.class).start().close();
        redis.flushall();
        List<SessionFactory> factories =
                Threads.callTogether(2, () -> on(Order.class).start());
        try {
            List<Object> ids = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                for (SessionFactory factory : factories) {
                    ids.addAll(persist(factory, Order::new, 30));
                }
            }
            assertThat(ids).doesNotHaveDuplicates().hasSize(300).contains(1L);
            assertThat(Long.parseLong(value("orders"))).isLessThanOrEqualTo(50 * 14);
        } finally {
            factories.forEach(SessionFactory::close);
        }
    }

    @Test
    void aFlushBetweenTwoFetchesIsRefusedAndMakesNoDuplicate() {
        List<Object> ids = new ArrayList<>();
        try (SessionFactory one = on(Order.class).start();
                SessionFactory other = on(Order.class).start()) {
            ids.addAll(persist(one, Order::new, 10));
            ids.addAll(persist(other, Order::new, 10));
            redis.flushall();
            for (SessionFactory factory : List.of(one, other)) {
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 500; i++) {
                                ids.addAll(persist(factory, Order::new, 1));
                            }
                        })
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageStartingWith("Order.id: Redis counter idgen:segment:orders returned no usable"
                                + " segment: Redis counter idgen:segment:orders is not the counter that this process"
                                + " began with")
                        .hasMessageContaining("stop all processes that take numbers from it, and start one");
            }
            // Nobody has made another: with rows in the table that takes somebody's word.
            assertThat(redis.keys("*")).isEmpty();
            IdgenConfigurationException refusal = startupError(on(Order.class));
            assertThat(refusal)
                    .hasMessageStartingWith(
                            "Order.id [STORE]: Redis counter idgen:segment:orders is missing, but numbers"
                                    + " up to [");
            repair(refusal);
            assertThatThrownBy(() -> persist(one, Order::new, 1)).isInstanceOf(IdentifierGenerationException.class);
        }
        try (SessionFactory repaired = on(Order.class).start()) {
            ids.addAll(persist(repaired, Order::new, 100));
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    /** Runs the command of the message. */
    private static void repair(IdgenConfigurationException refusal) {
        Matcher command = Pattern.compile("run \\[HSET (\\S+) value (\\d+) token (\\S+)] in Redis")
                .matcher(refusal.getMessage());
        assertThat(command.find()).as(refusal.getMessage()).isTrue();
        redis.hset(command.group(1), Map.of("value", command.group(2), "token", command.group(3)));
    }

    @Test
    void aTableWithRowsAndNoCounterIsRefused() {
        on(Order.class).start().close();
        redis.flushall();
        insert("insert into orders (id) values (500)");
        IdgenConfigurationException refusal = startupError(on(Order.class));
        assertThat(refusal)
                .hasMessageMatching(
                        "Order\\.id \\[STORE]: Redis counter idgen:segment:orders is missing, but numbers up to"
                                + " \\[500] are in use, so Redis has lost it, or it was never made; stop all processes"
                                + " that take numbers from it, run \\[HSET idgen:segment:orders value 500 token"
                                + " [0-9a-f-]{36}] in Redis, with a higher value if numbers above \\[500] are in use,"
                                + " and start the processes again");
        repair(refusal);
        try (SessionFactory factory = on(Order.class).start()) {
            assertThat(persist(factory, Order::new, 2)).containsExactly(501L, 502L);
        }
    }

    /** Rows of another table, which may be another application's, can have numbers of a counter that has a name of its own. */
    @Test
    void aCounterWithANameOfItsOwnIsNotMade() {
        IdgenConfigurationException refusal = startupError(on(Parcel.class));
        assertThat(refusal)
                .hasMessageStartingWith(
                        "Parcel.id [STORE]: Redis counter idgen:segment:shipping.parcels is missing, and other"
                                + " processes may have its numbers, so this process does not create it; stop all"
                                + " processes that take numbers from it, run [HSET idgen:segment:shipping.parcels"
                                + " value 99 token ");
        assertThat(redis.keys("*")).isEmpty();
        repair(refusal);
        try (SessionFactory factory = on(Parcel.class).start()) {
            assertThat(persist(factory, Parcel::new, 2)).containsExactly(100, 101);
        }
    }

    @Test
    void aCounterBehindTheTableIsRefused() {
        try (SessionFactory factory = on(Order.class).start()) {
            persist(factory, Order::new, 1);
        }
        insert("insert into orders (id) values (500)");
        assertThat(startupError(on(Order.class)))
                .hasMessageContaining("idgen:segment:orders is at [50], but numbers up to [500] are in use");
        assertThat(value("orders")).isEqualTo("50");
    }

    @Entity(name = "Document")
    @SQLRestriction("name is not null")
    static class Document implements Row {
        @Id
        @SegmentId
        Long id;

        @Column(unique = true)
        String name;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "Vehicle")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Vehicle {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "Car")
    static class Car extends Vehicle {}

    @Entity(name = "Ship")
    static class Ship extends Vehicle {
        String name;
    }

    /** Rows that queries pass over, and those of each table of a hierarchy. */
    @Test
    void looksAtAllRows() {
        on(Document.class, Car.class, Ship.class, Vehicle.class).start().close();
        insert("insert into Document (id) values (300)");
        assertThat(startupError(on(Document.class))).hasMessageContaining("numbers up to [300] are in use");
        insert("insert into Car (id) values (7)");
        assertThat(startupError(on(Car.class, Ship.class, Vehicle.class)))
                .hasMessageContaining("numbers up to [7] are in use");
        insert("insert into Ship (id) values (70)");
        assertThat(startupError(on(Car.class, Ship.class, Vehicle.class)))
                .hasMessageContaining("idgen:segment:Vehicle is at [0], but numbers up to [70] are in use");
    }

    private void insert(String sql) {
        JdbcDataSource database = database(url);
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static JdbcDataSource database(String url) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(url);
        return database;
    }

    @Test
    void whatIsBufferedIsIssuedWhileRedisIsDownThenAClearError() throws Exception {
        try (TcpForwarder network =
                        new TcpForwarder("127.0.0.1", URI.create(server.uri()).getPort());
                RedisClient behindIt = RedisClient.create("redis://127.0.0.1:" + network.port());
                SessionFactory factory = on(Order.class)
                        .with(IdgenSettings.SEGMENT_SOURCE, new RedisSegmentStore(behindIt))
                        .with(IdgenSettings.SEGMENT_TIMEOUT, "500ms")
                        .start()) {
            assertThat(persist(factory, Order::new, 10)).isEqualTo(longs(1, 10));
            network.breakConnections();
            assertThat(persist(factory, Order::new, 40)).isEqualTo(longs(11, 50));
            assertThatThrownBy(() -> persist(factory, Order::new, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("Order.id: Redis counter idgen:segment:orders ");
            network.pass();
            List<Object> ids = new ArrayList<>();
            for (int tries = 0; ids.isEmpty(); tries++) {
                assertThat(tries).isLessThan(50);
                try {
                    ids.addAll(persist(factory, Order::new, 1));
                } catch (IdentifierGenerationException e) {
                    // Lettuce connects again in its own time.
                }
            }
            assertThat((Long) ids.get(0)).isGreaterThan(50);
        }
    }

    @Test
    void aRedisThatIsNotThereStopsTheStart() {
        try (RedisClient nowhere = RedisClient.create("redis://127.0.0.1:1")) {
            assertThat(startupError(on(Order.class).with(IdgenSettings.SEGMENT_SOURCE, new RedisSegmentStore(nowhere))))
                    .hasMessageStartingWith("Order.id [STORE]: Redis counter idgen:segment:orders can't be compared"
                            + " with the ids in the database: ")
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageEndingWith("; check that the store and the database answer, and that the table exists");
        }
    }

    @Test
    void aMissingTableStopsTheStart() {
        assertThat(startupError(on(Order.class).with(AvailableSettings.HBM2DDL_AUTO, "none")))
                .hasMessageStartingWith("Order.id [STORE]: Redis counter idgen:segment:orders can't be compared with")
                .hasMessageContainingAll("orders", "that the table exists");
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void aGivenStoreAndItsClientStayOpen() {
        try (RedisClient given = RedisClient.create(server.uri())) {
            RedisSegmentStore store = new RedisSegmentStore(given, "shop:", Duration.ZERO);
            for (long beginning : new long[] {1, 51}) {
                try (SessionFactory factory = on(Order.class)
                        .with(IdgenSettings.SEGMENT_SOURCE, store)
                        .start()) {
                    assertThat(persist(factory, Order::new, 1)).containsExactly(beginning);
                    assertThat(redis.keys("*")).containsExactly("shop:orders");
                }
            }
            assertThat(given.connect().sync().ping()).isEqualTo("PONG");
        }
    }

    /** Makes a client of its own, as the setting's class. */
    public static final class Segments implements Supplier<SegmentStore>, AutoCloseable {

        private static final List<Segments> MADE = new CopyOnWriteArrayList<>();

        private final RedisClient client = RedisClient.create(server.uri());

        public Segments() {
            MADE.add(this);
        }

        @Override
        public SegmentStore get() {
            return new RedisSegmentStore(client);
        }

        @Override
        public void close() {
            client.shutdown();
        }

        boolean isOpen() {
            try {
                return client.connect().sync().ping().equals("PONG");
            } catch (RuntimeException e) {
                return false;
            }
        }
    }

    @Test
    void aClassThatTheSettingNamesMakesAClientForEachSessionFactory() {
        Segments.MADE.clear();
        try (SessionFactory one = on(Order.class)
                .with(IdgenSettings.SEGMENT_SOURCE, Segments.class.getName())
                .start()) {
            try (SessionFactory other = on(Order.class)
                    .with(IdgenSettings.SEGMENT_SOURCE, Segments.class.getName())
                    .start()) {
                assertThat(persist(one, Order::new, 1)).containsExactly(1L);
                assertThat(persist(other, Order::new, 1)).containsExactly(51L);
                assertThat(Segments.MADE).hasSize(2).allMatch(Segments::isOpen);
            }
            assertThat(Segments.MADE.get(1).isOpen()).isFalse();
            assertThat(persist(one, Order::new, 49)).isEqualTo(longs(2, 50));
        }
        assertThat(Segments.MADE).hasSize(2).noneMatch(Segments::isOpen);
    }

    @Test
    void segmentsMayHaveARedisOfTheirOwn() throws Exception {
        try (TestRedis another = TestRedis.startOrSkip();
                RedisClient numbers = RedisClient.create(another.uri())) {
            try (SessionFactory factory = on(Order.class, Event.class)
                    .without(IdgenSettings.WORKER_ID)
                    .with(IdgenSettings.WORKER_SOURCE, new RedisReservationStore(numbers))
                    .start()) {
                persist(factory, Order::new, 1);
                assertThat(redis.keys("*")).containsExactly("idgen:segment:orders");
                assertThat(numbers.connect().sync().keys("*")).containsExactly("idgen:worker:default");
            }
        }
    }

    @Test
    void oneRedisServesWorkerNumbersAndSegments() {
        try (SessionFactory factory = on(Order.class, Event.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, new RedisReservationStore(client))
                .start()) {
            persist(factory, Order::new, 1);
            assertThat(redis.keys("*")).containsExactlyInAnyOrder("idgen:segment:orders", "idgen:worker:default");
        }
    }

    @Entity(name = "Event")
    static class Event {
        @Id
        @SnowflakeId
        Long id;
    }

    /** One counter for all, since their rows may be in one table; each tenant's rows are looked at. */
    @Test
    void tenantsShareACounterAndEachIsHeldAgainstIt() {
        Map<Object, DataSource> databases = new HashMap<>();
        for (String tenant : List.of("red", "blue")) {
            String own = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
            on(Order.class)
                    .with(AvailableSettings.JAKARTA_JDBC_URL, own)
                    .start()
                    .close();
            databases.put(tenant, database(own));
        }
        redis.flushall();
        try (SessionFactory factory = on(Order.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .start()) {
            assertThatThrownBy(() -> inTenant(factory, "red"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining(
                            "is missing, and other processes may have its numbers, so this process does not create it");
            assertThat(redis.keys("*")).isEmpty();
            redis.hset("idgen:segment:orders", Map.of("value", "0", "token", "by hand"));
            assertThat(inTenant(factory, "red")).isEqualTo(1);
            assertThat(inTenant(factory, "blue")).isEqualTo(51);
            // What one tenant finds out holds for the other, which has 49 numbers buffered.
            redis.hset("idgen:segment:orders", Map.of("value", "51", "token", "another"));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 50; i++) {
                            inTenant(factory, "blue");
                        }
                    })
                    .isInstanceOf(IdentifierGenerationException.class);
            assertThatThrownBy(() -> inTenant(factory, "red")).isInstanceOf(IdentifierGenerationException.class);
        }
        redis.flushall();
        try (SessionFactory factory = on(Order.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .start()) {
            assertThatThrownBy(() -> inTenant(factory, "blue"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("is missing, but numbers up to [");
        }
    }

    private static long inTenant(SessionFactory factory, String tenant) {
        try (Session session =
                factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            session.beginTransaction();
            Order order = new Order();
            session.persist(order);
            session.getTransaction().commit();
            return order.id;
        }
    }

    private static final class Databases extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Map<Object, DataSource> databases;

        Databases(Map<Object, DataSource> databases) {
            this.databases = databases;
        }

        @Override
        protected DataSource selectAnyDataSource() {
            return databases.get("red");
        }

        @Override
        protected DataSource selectDataSource(Object tenant) {
            return databases.get(tenant);
        }
    }

    /** SQL can't ask Redis. */
    @Test
    void anInsertSelectWithoutIdsIsRefused() {
        try (SessionFactory factory = on(Order.class).start()) {
            persist(factory, Order::new, 3);
            assertThatThrownBy(() -> factory.inTransaction(
                            session -> session.createMutationQuery("insert into Order (name) select name from Order")
                                    .executeUpdate()))
                    .hasStackTraceContaining("Order.id: SQL would take numbers that other rows can get");
            factory.inTransaction(session -> session.createMutationQuery("insert into Order (name) values ('a')")
                    .executeUpdate());
            List<Long> ids =
                    factory.fromSession(session -> session.createSelectionQuery("select id from Order", Long.class)
                            .getResultList());
            assertThat(ids).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        }
    }

    @Entity(name = "TextRow")
    static class TextRow {
        @Id
        @SegmentId
        String id;
    }

    @Entity(name = "SteppedRow")
    static class SteppedRow {
        @Id
        @SegmentId(offset = 1, step = 3)
        Long id;
    }

    @Entity(name = "TableRow")
    static class TableRow {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    @Entity(name = "FromZero")
    static class FromZero {
        @Id
        @SegmentId(initial = 0)
        Long id;
    }

    @Test
    void refusesWhatACounterCannotBe() {
        assertThat(startupError(on(TextRow.class)))
                .hasMessage("TextRow.id [STORE]: a store of segments is compared with the highest id of the table, but"
                        + " text does not sort as numbers do; use Long, or take segments from the database");
        assertThat(startupError(on(SteppedRow.class)))
                .hasMessage(
                        "SteppedRow.id [offset 1, step 3]: a store of segments serves all writers; remove offset and"
                                + " step, or take segments from the database");
        assertThat(startupError(on(TableRow.class)))
                .hasMessage("TableRow.id [STORE]: table = true asks for a table in the database; remove table, or take"
                        + " segments from the database");
        assertThat(startupError(on(FromZero.class)))
                .hasMessage("FromZero.id [initial 0]: a store of segments begins with 1 or more; give an initial"
                        + " number of 1 or more");
        assertThat(startupError(on(Parcel.class).without(IdgenSettings.SEGMENT_SOURCE)))
                .hasMessage("Parcel.id [STORE]: no store of segments is set; set a store in"
                        + " hibernate.idgen.segment.source, or take segments from the database");
        RedisSegmentStore slow = new RedisSegmentStore(client, "idgen:segment:", Duration.ofSeconds(1));
        assertThat(startupError(on(Order.class)
                        .with(IdgenSettings.SEGMENT_SOURCE, slow)
                        .with(IdgenSettings.SEGMENT_TIMEOUT, "1s")))
                .hasMessage("Order.id [STORE]: settle [1000 ms] is more than half of the time that a caller waits for a"
                        + " segment; give 0 ms to 500 ms, or let callers wait longer");
        assertThat(redis.keys("*")).isEmpty();
    }

    /** The first of our errors among the causes of what stopped Hibernate. */
    private static IdgenConfigurationException startupError(Hibernate hibernate) {
        try {
            hibernate.start().close();
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IdgenConfigurationException ours) {
                    return ours;
                }
            }
            throw e;
        }
        throw new AssertionError("it started");
    }
}
