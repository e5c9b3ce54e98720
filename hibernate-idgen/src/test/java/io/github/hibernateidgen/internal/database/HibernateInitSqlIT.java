package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hibernate on pools whose init SQL turns autocommit off, or begins a transaction, without the driver's knowledge: segments of
 * a sequence and of a table, and worker numbers.
 */
@Timeout(120)
class HibernateInitSqlIT {

    @Entity(name = "InitSqlRow")
    static class Row {
        @Id
        @SegmentId(size = 5)
        Long id;

        @SnowflakeId
        Long number;
    }

    @Entity(name = "InitSqlTableRow")
    static class TableRow {
        @Id
        @SegmentId(size = 5, table = true)
        Long id;
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, set autocommit=0",
        "MYSQL, start transaction",
        "MARIADB, start transaction",
        "POSTGRESQL, begin",
        "POSTGRESQL, begin isolation level repeatable read"
    })
    void noNumberComesTwice(TestDatabase database, String initSql) throws Exception {
        RunningDatabase running = database.orSkip();
        start(running, null, "create").close();
        Deque<AutoCloseable> open = new ArrayDeque<>();
        try {
            List<Long> ids = new ArrayList<>();
            for (int process = 0; process < 3; process++) {
                HikariDataSource pool = pool(running, initSql);
                open.push(pool);
                SessionFactory factory = start(running, pool, "none");
                open.push(factory);
                pool.getHikariPoolMXBean()
                        .softEvictConnections(); // Which ends what is not committed, as it may at any time.
                assertThat(workers(running)).isEqualTo(process + 1);
                for (int i = 0; i < 12; i++) {
                    ids.add((Long) Idgen.of(factory).next(Row.class));
                    ids.add(-(Long) Idgen.of(factory).next(TableRow.class));
                }
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            assertThat(ids).doesNotHaveDuplicates();
        } finally {
            for (AutoCloseable resource : open) {
                resource.close();
            }
            start(running, null, "create-drop").close();
        }
    }

    private static SessionFactory start(RunningDatabase running, HikariDataSource pool, String action) {
        Hibernate hibernate = Hibernate.on(running.persistenceSettings(), Row.class, TableRow.class)
                .with(AvailableSettings.HBM2DDL_AUTO, action);
        if (pool != null) {
            hibernate
                    .without(AvailableSettings.JAKARTA_JDBC_URL)
                    .without(AvailableSettings.JAKARTA_JDBC_USER)
                    .without(AvailableSettings.JAKARTA_JDBC_PASSWORD)
                    .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        }
        return hibernate.start();
    }

    private static HikariDataSource pool(RunningDatabase running, String initSql) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(running.jdbcUrl());
        pool.setUsername(running.user().isEmpty() ? null : running.user());
        pool.setPassword(running.password());
        pool.setConnectionInitSql(initSql);
        pool.setMinimumIdle(0);
        return pool;
    }

    /** How many worker numbers others see as reserved. */
    private static long workers(RunningDatabase running) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from idgen_worker where reserved_until > "
                        + (System.currentTimeMillis() + 10_000))) {
            row.next();
            return row.getLong(1);
        }
    }
}
