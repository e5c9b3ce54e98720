package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Default schemas and tables of worker numbers whose names have capitals or a hyphen, with and without quotes. */
@Timeout(120)
class QuotedNamesIT {

    @Entity(name = "parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "receipt")
    static class Receipt {
        @Id
        @GeneratedValue
        @SegmentId
        Long id;
    }

    private static Stream<Arguments> schemas() {
        return Stream.of(
                        TestDatabase.H2,
                        TestDatabase.HSQLDB,
                        TestDatabase.POSTGRESQL,
                        TestDatabase.MARIADB,
                        TestDatabase.MYSQL)
                .flatMap(database -> Stream.of("shop", "Shop", "`Shop`", "`shop-eu`")
                        .flatMap(schema -> Stream.of(
                                Arguments.of(database, schema, false), Arguments.of(database, schema, true))));
    }

    @ParameterizedTest(name = "{0}, default schema {1}, all names quoted {2}")
    @MethodSource("schemas")
    void defaultSchemaHoldsTheNumbers(TestDatabase database, String schema, boolean isQuoted) throws Exception {
        RunningDatabase running = database.orSkip();
        try (Names names = new Names(running)) {
            String stored = names.createSchema(schema, isQuoted);
            String table = names.quote(stored) + ".idgen_worker";
            Hibernate hibernate = Hibernate.on(running.persistenceSettings(), Parcel.class, Receipt.class)
                    .with(names.defaultSchema(), schema)
                    .with(AvailableSettings.GLOBALLY_QUOTED_IDENTIFIERS, isQuoted)
                    .with(AvailableSettings.HBM2DDL_AUTO, "update");
            reserves(hibernate, names, table);
            names.execute("drop table " + table);
            reserves(hibernate.with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create"), names, table);
        }
    }

    @ParameterizedTest(name = "{0}, default schema {1}, all names quoted {2}")
    @MethodSource("schemas")
    void tableOfWorkerNumbersIsNamedWithQuotes(TestDatabase database, String schema, boolean isQuoted)
            throws Exception {
        RunningDatabase running = database.orSkip();
        try (Names names = new Names(running)) {
            String stored = names.createSchema(schema, isQuoted);
            String table = names.quote(stored) + "." + names.quote("Worker.Numbers");
            Hibernate hibernate = Hibernate.on(running.persistenceSettings(), Parcel.class, Receipt.class)
                    .with(names.defaultSchema(), schema)
                    .with(AvailableSettings.GLOBALLY_QUOTED_IDENTIFIERS, isQuoted)
                    .with(AvailableSettings.HBM2DDL_AUTO, "update")
                    .with(IdgenSettings.WORKER_JDBC_TABLE, "\"" + stored + "\".`Worker.Numbers`");
            reserves(hibernate, names, table);
            names.execute("drop table " + table);
            reserves(hibernate.with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create"), names, table);
        }
    }

    /** Starts, claims, makes ids, renews in long tests, and releases. */
    private static void reserves(Hibernate hibernate, Names names, String table) throws Exception {
        try (LogCapture log = new LogCapture()) {
            try (SessionFactory factory =
                    hibernate.with(IdgenSettings.WORKER_WINDOW, "3s").start()) {
                long worker = factory.fromTransaction(session -> {
                    Parcel parcel = new Parcel();
                    Receipt receipt = new Receipt();
                    session.persist(parcel);
                    session.persist(receipt);
                    assertThat(receipt.id).isPositive();
                    return SnowflakeLayout.STANDARD.split(parcel.id).worker();
                });
                assertThat(names.number("select worker_id from " + table)).isEqualTo(worker);
                long claimed = names.number("select reserved_until from " + table);
                // A renewal takes a second, and sends the UPDATE that the claim and the release send, too.
                while (LongTest.RUN && names.number("select reserved_until from " + table) == claimed) {
                    Thread.sleep(20);
                }
            }
            // Another thread writes it, at the latest before it writes that the number is released.
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("[JDBC table ") && line.contains("is reserved for this process"));
        }
        assertThat(names.number("select reserved_until from " + table)).isLessThanOrEqualTo(System.currentTimeMillis());
    }

    /** The names of one database, and a schema that is dropped at the end. */
    private static final class Names implements AutoCloseable {

        private final RunningDatabase running;
        private final String quote;
        private final boolean isUpper;
        private final boolean isLower;
        private String created = "";

        Names(RunningDatabase running) throws SQLException {
            this.running = running;
            try (Connection connection = running.connect()) {
                quote = connection.getMetaData().getIdentifierQuoteString();
                isUpper = connection.getMetaData().storesUpperCaseIdentifiers();
                isLower = connection.getMetaData().storesLowerCaseIdentifiers();
            }
        }

        private boolean hasCatalogs() {
            return running.database() == TestDatabase.MARIADB || running.database() == TestDatabase.MYSQL;
        }

        String defaultSchema() {
            return hasCatalogs() ? AvailableSettings.DEFAULT_CATALOG : AvailableSettings.DEFAULT_SCHEMA;
        }

        String quote(String name) {
            return quote + name + quote;
        }

        /** Creates the schema that Hibernate means by a name; returns the schema's name in the database. */
        String createSchema(String name, boolean isQuoted) throws SQLException {
            String plain = name.replace("`", "");
            boolean isExact = isQuoted || !plain.equals(name);
            created = !isExact && isUpper
                    ? plain.toUpperCase(Locale.ROOT)
                    : !isExact && isLower ? plain.toLowerCase(Locale.ROOT) : plain;
            execute("create schema " + quote(created));
            return created;
        }

        void execute(String sql) throws SQLException {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        long number(String query) throws SQLException {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                assertThat(row.next()).isTrue();
                return row.getLong(1);
            }
        }

        @Override
        public void close() throws SQLException {
            execute("drop schema " + quote(created) + (hasCatalogs() ? "" : " cascade"));
        }
    }
}
