package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A startup without the table of worker numbers names the settings that help, as the user's framework has them. */
class RemediesTest {

    private static final String[] PREFIXES = {"hibernate.idgen.", "idgen.", "quarkus.hibernate-idgen."};

    private static Hibernate onTable(String prefix, String url) {
        return Hibernate.onH2(Ticket.class)
                .without("hibernate.idgen.worker.id")
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(Remedies.NAMES, prefix);
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void missingTableNamesTheSettings(String prefix) {
        for (String action : new String[] {"none", "validate"}) {
            assertThatThrownBy(() -> onTable(prefix, "jdbc:h2:mem:" + UUID.randomUUID())
                            .with(AvailableSettings.HBM2DDL_AUTO, action)
                            .start())
                    .as(action)
                    .hasMessageContaining("if the table is missing, create it with\ncreate table PUBLIC.idgen_worker (")
                    .satisfies(error -> assertThat(error.getMessage()).containsOnlyOnce("create table"))
                    .hasMessageEndingWith("Or let this library create the table, with " + prefix
                            + "worker.jdbc.schema-management=create. If the table has another name, set " + prefix
                            + "worker.jdbc.table.");
        }
    }

    /** Neither the table's name nor its creation is set for such a store: both settings would be ignored. */
    @ParameterizedTest
    @FieldSource("PREFIXES")
    void missingTableOfAStoreOfTheUsersOwnNamesNoSetting(String prefix) {
        JdbcDataSource elsewhere = new JdbcDataSource();
        elsewhere.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
        assertThatThrownBy(() -> onTable(prefix, "jdbc:h2:mem:" + UUID.randomUUID())
                        .with("hibernate.idgen.worker.source", new JdbcReservationStore(elsewhere))
                        .start())
                .hasMessageContaining("; if the table is missing, create it with\ncreate table PUBLIC.idgen_worker (")
                .hasMessageNotContaining("idgen.worker.")
                .hasMessageEndingWith("\nOr call createTable() of your JdbcReservationStore before Hibernate starts.");
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void accountWithoutTheRightGetsTheGrant(String prefix) throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        try (Connection owner = DriverManager.getConnection(url, "sa", "");
                Statement statement = owner.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl().replace(";", ""));
            statement.execute("create user app password 'app'");
            assertThatThrownBy(() -> onTable(prefix, url)
                            .with(AvailableSettings.JAKARTA_JDBC_USER, "app")
                            .with(AvailableSettings.JAKARTA_JDBC_PASSWORD, "app")
                            .start())
                    .hasMessageContaining("grant select, insert, update on PUBLIC.idgen_worker to ACCOUNT")
                    .hasMessageNotContaining("create")
                    .hasMessageEndingWith(prefix + "worker.jdbc.table, " + prefix + "worker.source.");
        }
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void serverThatOnlyReadsIsNamed(String prefix, @TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("read") + ";DB_CLOSE_ON_EXIT=FALSE";
        try (Connection owner = DriverManager.getConnection(url, "sa", "");
                Statement statement = owner.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl().replace(";", ""));
        }
        assertThatThrownBy(() -> onTable(prefix, url + ";ACCESS_MODE_DATA=r")
                        .with(AvailableSettings.JAKARTA_JDBC_USER, "sa")
                        .with("hibernate.idgen.worker.window", "1s")
                        .with("hibernate.idgen.worker.timeout", "100ms")
                        .start())
                .hasMessageContaining(
                        "is read-only; connect to the server that accepts writes, or, if this process makes no"
                                + " ids, claim no number at the start")
                .hasMessageNotContaining("create")
                .hasMessageEndingWith("set " + prefix + "worker.claim=first-id.");
    }

    /** A store whose clock is an hour behind. */
    @ParameterizedTest
    @FieldSource("PREFIXES")
    void wrongClockAndFirstIdNameTheSettings(String prefix) {
        InMemoryReservationStore rows = new InMemoryReservationStore();
        ReservationStore late = new ReservationStore() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return new StoredSlots(
                        rows.read(namespace, from, to).slots(),
                        OptionalLong.of(System.currentTimeMillis() - 7_200_000));
            }

            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                return rows.compareAndSet(namespace, expected, update);
            }

            @Override
            public String describe() {
                return "late store";
            }
        };
        Hibernate hibernate =
                onTable(prefix, "jdbc:h2:mem:" + UUID.randomUUID()).with("hibernate.idgen.worker.source", late);
        String remedy = "\nSynchronize the clocks of this machine and of the store, for example with NTP.";
        assertThatThrownBy(hibernate::start)
                .hasMessageContaining("they differ by more than [3600000 ms]")
                .hasMessageEndingWith(remedy);
        try (SessionFactory factory =
                hibernate.with("hibernate.idgen.worker.claim", "first-id").start()) {
            assertThatThrownBy(() -> Hibernate.nextId(factory, Ticket.class))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("Ticket.id: no worker number of ")
                    .hasMessageEndingWith(remedy);
        }
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void firstIdWithoutTheTableNamesTheSettings(String prefix) {
        try (SessionFactory factory = onTable(prefix, "jdbc:h2:mem:" + UUID.randomUUID())
                .with("hibernate.idgen.worker.claim", "first-id")
                .start()) {
            assertThatThrownBy(() -> Hibernate.nextId(factory, Ticket.class))
                    .hasMessageContaining("if the table is missing, create it with\ncreate table PUBLIC.idgen_worker (")
                    .hasMessageEndingWith("set " + prefix + "worker.jdbc.table.");
        }
    }
}
