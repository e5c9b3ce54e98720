package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.database.TestPgBouncer;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Worker numbers and segments through PgBouncer in transaction mode, which lends another connection of the server to each
 * transaction. Skipped without the program.
 */
@Timeout(120)
class PgBouncerIT {

    @Entity(name = "bounced_parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "bounced_bill")
    static class Bill {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    private RunningDatabase running;
    private TestPgBouncer pooler;
    private String url;

    @BeforeEach
    void startPgBouncer() throws Exception {
        running = TestDatabase.POSTGRESQL.orSkip();
        pooler = TestPgBouncer.startOrSkip(running, TestPgBouncer.Mode.TRANSACTION, 3);
        url = pooler.jdbcUrl();
    }

    @AfterEach
    void stopPgBouncer() throws SQLException {
        if (pooler != null) {
            pooler.close();
            for (String drop : List.of(
                    "table if exists bounced_parcel",
                    "table if exists bounced_bill",
                    "table if exists public.idgen_worker",
                    "sequence if exists bounced_bill_seq",
                    "schema if exists idgen_aside cascade")) {
                execute(running.jdbcUrl(), "drop " + drop);
            }
        }
    }

    private void execute(String address, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address, running.user(), running.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private HikariDataSource pool(boolean autoCommit) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(running.user());
        pool.setPassword(running.password());
        pool.setAutoCommit(autoCommit);
        pool.setMaximumPoolSize(4);
        return pool;
    }

    private Hibernate hibernate(HikariDataSource pool) {
        return Hibernate.on(Map.of(), Parcel.class, Bill.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(AvailableSettings.DEFAULT_SCHEMA, "public")
                .with(IdgenSettings.WORKER_WINDOW, "3s");
    }

    @Test
    void numbersAndSegmentsWorkWithoutPreparedStatementsOfTheServer() throws Exception {
        Set<Long> parcels = new HashSet<>();
        Set<Long> bills = new HashSet<>();
        try (HikariDataSource pool = pool(true);
                HikariDataSource other = pool(false);
                SessionFactory one = hibernate(pool).start();
                SessionFactory two = hibernate(other).start()) {
            long claimed = number("select min(reserved_until) from public.idgen_worker");
            int rounds = 0;
            while (rounds < 60 || number("select min(reserved_until) from public.idgen_worker") == claimed) {
                for (SessionFactory factory : List.of(one, two)) {
                    factory.inTransaction(session -> {
                        Parcel parcel = new Parcel();
                        Bill bill = new Bill();
                        session.persist(parcel);
                        session.persist(bill);
                        assertThat(parcels.add(parcel.id)).isTrue();
                        assertThat(bills.add(bill.id)).isTrue();
                    });
                }
                rounds++;
                Thread.sleep(20);
            }
            assertThat(number("select count(*) from public.idgen_worker where reserved_until > "
                            + System.currentTimeMillis()))
                    .isEqualTo(2);
        }
        assertThat(number("select max(reserved_until) from public.idgen_worker"))
                .as("after the release")
                .isLessThanOrEqualTo(System.currentTimeMillis());
    }

    /** Another application may leave a connection of the server in its own search path. */
    @Test
    void tableWithASchemaIsFoundInEachConnectionOfTheServer() throws Exception {
        execute(running.jdbcUrl(), "create schema idgen_aside");
        for (int i = 0; i < 3; i++) {
            execute(url, "set search_path to idgen_aside");
        }
        try (HikariDataSource pool = pool(true);
                SessionFactory factory = hibernate(pool).start()) {
            assertThat(Hibernate.nextId(factory, Parcel.class)).isNotNull();
            assertThat(number("select count(*) from public.idgen_worker")).isOne();
        }
        assertThatThrownBy(() -> number("select count(*) from idgen_aside.idgen_worker"))
                .hasMessageContaining("does not exist");
    }
}
