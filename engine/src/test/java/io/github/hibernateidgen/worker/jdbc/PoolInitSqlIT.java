package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools whose init SQL turns autocommit off, or begins a transaction, on each new connection. Not every driver notices that. */
@ParameterizedClass(name = "{0}: {1}, autocommit {2} {3}")
@CsvSource({
    "MYSQL, set autocommit=0, true,",
    "MYSQL, start transaction, true,",
    "MYSQL, start transaction, true, &elideSetAutoCommits=true&useLocalSessionState=true",
    "MYSQL, start transaction with consistent snapshot, true,",
    "MYSQL, start transaction with consistent snapshot, false,",
    "MARIADB, set autocommit=0, true,",
    "MARIADB, start transaction, true,",
    "MARIADB, start transaction with consistent snapshot, true,",
    "POSTGRESQL, begin, true,",
    "POSTGRESQL, begin isolation level repeatable read; select 1 from pg_class, true,",
    "POSTGRESQL, begin isolation level repeatable read; select 1 from pg_class, false,",
    "H2, set autocommit off, true,",
    "HSQLDB, set autocommit false, true,",
    "HSQLDB, start transaction, true,"
})
@Timeout(120)
class PoolInitSqlIT {

    private static final int PROCESSES = 3;
    private static final int IDS = 20_000;

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_init_sql");

    private static final SnowflakeLayout TWO_WORKERS = SnowflakeLayout.named("two-workers")
            .time(41)
            .worker("worker", 1)
            .sequence(4)
            .build();

    @Parameter(0)
    TestDatabase database;

    @Parameter(1)
    String initSql;

    @Parameter(2)
    boolean autoCommit;

    @Parameter(3)
    @Nullable
    String properties;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private @Nullable RunningDatabase running;

    @BeforeEach
    void createTable() {
        running = database.orSkip();
        new JdbcReservationStore(ConnectionSource.of(running::connect), TABLE).createTable();
    }

    @AfterEach
    void dropTable() throws SQLException {
        pools.forEach(HikariDataSource::close);
        if (running == null) {
            return; // This database is not here, and the test was skipped.
        }
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table " + TABLE.name());
        }
    }

    private HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(running.jdbcUrl() + (properties == null ? "" : properties));
        pool.setUsername(running.user().isEmpty() ? null : running.user());
        pool.setPassword(running.password());
        pool.setConnectionInitSql(initSql);
        pool.setAutoCommit(autoCommit);
        pool.setMaximumPoolSize(1);
        pools.add(pool);
        return pool;
    }

    private static JdbcReservationStore store(HikariDataSource pool) {
        return new JdbcReservationStore(ConnectionSource.of(pool), TABLE);
    }

    @Test
    void commitsEachWriteThatItConfirms() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        JdbcReservationStore others = new JdbcReservationStore(ConnectionSource.of(running::connect), TABLE);

        HikariDataSource inserting = pool();
        assertThat(store(inserting).compareAndSet("default", null, first)).isTrue();
        inserting.close(); // The driver or the server rolls back an open transaction.
        assertThat(others.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(first);

        HikariDataSource updating = pool();
        assertThat(store(updating).compareAndSet("default", first, second)).isTrue();
        updating.close();
        assertThat(others.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(second);
    }

    @Test
    void readsWhatOthersHaveCommittedInTheMeantime() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        JdbcReservationStore others = new JdbcReservationStore(ConnectionSource.of(running::connect), TABLE);
        JdbcReservationStore store = store(pool());

        store.read("unused", 0, Long.MAX_VALUE).slots();
        others.compareAndSet("default", null, first);
        assertThat(store.read("default", 0, 64).slots()).containsExactly(first);
        others.compareAndSet("default", first, second);
        assertThat(store.read("default", 0, 64).slots()).containsExactly(second);
    }

    /** One whose init SQL has seen a snapshot of the table, and that nobody has used since. */
    @Test
    void readsWhatOthersHaveCommittedSinceTheConnectionWasMade() throws SQLException {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        HikariDataSource pool = pool();
        JdbcReservationStore store = store(pool);
        pool.getConnection().close();

        new JdbcReservationStore(ConnectionSource.of(running::connect), TABLE).compareAndSet("default", null, first);
        assertThat(store.read("default", 0, 64).slots()).containsExactly(first);
    }

    /** Three processes for two worker numbers, whose pools replace their connections, as each pool does after some time. */
    @Test
    void noIdComesTwice() throws Exception {
        List<ReservedWorkerSource> sources = new ArrayList<>();
        try {
            List<SnowflakeGenerator> processes = new ArrayList<>();
            for (int process = 0; process < PROCESSES; process++) {
                HikariDataSource pool = pool();
                ReservedWorkerSource source = new ReservedWorkerSource(
                        store(pool), ReservationTerms.DEFAULT.withTimeout(Duration.ofSeconds(3)));
                sources.add(source);
                SnowflakeGenerator generator = new SnowflakeGenerator(TWO_WORKERS, source);
                try {
                    generator.nextId();
                    processes.add(generator);
                } catch (NoWorkerException e) {
                    assertThat(processes).as("%s", e).hasSize(2);
                }
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            AtomicInteger next = new AtomicInteger();
            long[] ids = Threads.callTogether(
                            processes.size(),
                            () -> LongStream.generate(processes.get(next.getAndIncrement())::nextId)
                                    .limit(IDS)
                                    .toArray())
                    .stream()
                    .flatMapToLong(LongStream::of)
                    .toArray();
            long twice = ids.length - LongStream.of(ids).distinct().count();
            System.out.println(running + " with [" + initSql + "]: " + twice + " of " + ids.length
                    + " ids came twice, of " + processes.size() + " processes that share two numbers");
            assertThat(twice).isZero();
        } finally {
            sources.forEach(ReservedWorkerSource::close);
        }
    }
}
