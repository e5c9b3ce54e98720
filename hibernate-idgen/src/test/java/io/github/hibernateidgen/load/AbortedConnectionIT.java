package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.MySQLExceptionSorter;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** The connection of a call that was given up is aborted: a pool, directly or behind a proxy, must not lend it again. */
@Timeout(120)
class AbortedConnectionIT {

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_aborted");
    private static final StoredSlot FIRST = new StoredSlot(3, "first", 1000);

    private enum Pool {
        HIKARI {
            @Override
            DataSource of(RunningDatabase database) {
                HikariDataSource pool = new HikariDataSource();
                pool.setJdbcUrl(database.jdbcUrl());
                pool.setUsername(database.user().isEmpty() ? null : database.user());
                pool.setPassword(database.password());
                pool.setMaximumPoolSize(1);
                return pool;
            }
        },
        /** As Quarkus sets it up. */
        AGROAL {
            @Override
            DataSource of(RunningDatabase database) throws SQLException {
                AgroalDataSourceConfigurationSupplier settings = new AgroalDataSourceConfigurationSupplier();
                settings.connectionPoolConfiguration()
                        .maxSize(1)
                        .exceptionSorter(
                                database.database() == TestDatabase.POSTGRESQL
                                        ? new PostgreSQLExceptionSorter()
                                        : new MySQLExceptionSorter())
                        .acquisitionTimeout(Duration.ofSeconds(30))
                        .connectionFactoryConfiguration()
                        .jdbcUrl(database.jdbcUrl());
                if (!database.user().isEmpty()) {
                    settings.connectionPoolConfiguration()
                            .connectionFactoryConfiguration()
                            .principal(new NamePrincipal(database.user()))
                            .credential(new SimplePassword(database.password()));
                }
                return AgroalDataSource.from(settings);
            }
        };

        abstract DataSource of(RunningDatabase database) throws SQLException;
    }

    /** Neither a cancel nor an abort ends HSQLDB's wait for a lock. */
    static Stream<Arguments> pools() {
        return Stream.of(TestDatabase.H2, TestDatabase.POSTGRESQL, TestDatabase.MARIADB, TestDatabase.MYSQL)
                .flatMap(database -> Stream.of(Pool.values())
                        .flatMap(pool -> Stream.of(false, true).map(lazy -> Arguments.of(database, pool, lazy))));
    }

    @ParameterizedTest(name = "{0}, {1}, behind a lazy proxy: {2}")
    @MethodSource("pools")
    void theNextBorrowerHasAConnectionThatWorks(TestDatabase database, Pool kind, boolean lazy) throws Exception {
        RunningDatabase running = database.orSkip();
        DataSource pool = kind.of(running);
        DataSource lending = lazy ? new LazyConnectionDataSourceProxy(pool) : pool;
        JdbcReservationStore store = new JdbcReservationStore(lending, TABLE);
        store.createTable();
        try (AutoCloseable closing = (AutoCloseable) pool) {
            assertThat(closing).isNotNull();
            store.compareAndSet("aborted", null, FIRST);
            giveUpBehindALock(running, store);
            try (Connection next = lending.getConnection();
                    Statement statement = next.createStatement()) {
                statement.executeUpdate("update " + TABLE.name() + " set owner = 'the application'");
            }
        } finally {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("drop table " + TABLE.name());
            }
        }
    }

    private static void giveUpBehindALock(RunningDatabase running, JdbcReservationStore store) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        BoundedCall<Boolean> call = new BoundedCall<>(
                "aborted",
                Duration.ofMillis(300),
                () -> store.compareAndSet("aborted", FIRST, new StoredSlot(3, "second", 2000)),
                ended::countDown);
        try (Connection other = running.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("update " + TABLE.name() + " set reserved_until = 7");
            call.start();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> call.await(Duration.ofSeconds(30), () -> {}));
            assertThat(ended.await(12, TimeUnit.SECONDS)).isTrue();
            other.rollback();
        }
    }
}
