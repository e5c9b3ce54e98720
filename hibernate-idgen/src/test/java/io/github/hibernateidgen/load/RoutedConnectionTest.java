package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** A data source that chooses among others by a key of the thread. The threads of this library have none. */
@Timeout(60)
class RoutedConnectionTest {

    private static final class Routing extends AbstractRoutingDataSource {

        Routing(DataSource target) {
            setTargetDataSources(Map.of("eu", target));
            afterPropertiesSet();
        }

        @Override
        protected Object determineCurrentLookupKey() {
            return null;
        }
    }

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        return database;
    }

    /** A start would wait for 80 s. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMissingKeyFailsTheStartAtOnce(boolean lazy) {
        DataSource routing = new Routing(database());
        JdbcReservationStore store = new JdbcReservationStore(
                lazy ? new LazyConnectionDataSourceProxy(routing) : routing, JdbcTable.DEFAULT);
        try (ReservedWorkerSource source =
                new ReservedWorkerSource(store, ReservationTerms.DEFAULT, InstantSource.system())) {
            assertThatExceptionOfType(NoWorkerException.class)
                    .isThrownBy(source::claim)
                    .withMessageContaining(
                            "the data source chooses its target by a key of the thread, and this library's threads have none;"
                                    + " give it a default target, or give the store a data source of its own: Cannot determine")
                    .withCauseInstanceOf(ReservationStoreException.class)
                    .satisfies(e -> assertThat(((ReservationStoreException) e.getCause()).isPermanent())
                            .isTrue());
        }
    }

    @Test
    void anotherUncheckedExceptionMayPassAndTheLogSaysSo() throws Exception {
        DataSource target = database();
        int[] calls = new int[1];
        JdbcReservationStore store = new JdbcReservationStore(
                ConnectionSource.of(() -> {
                    if (calls[0]++ == 0) {
                        throw new IllegalStateException("the token provider does not answer");
                    }
                    return target.getConnection("", "");
                }),
                JdbcTable.DEFAULT);
        try (LogCapture log = new LogCapture();
                ReservedWorkerSource source = new ReservedWorkerSource(
                        store, ReservationTerms.DEFAULT.withWindow(Duration.ofSeconds(1)), InstantSource.system())) {
            assertThatExceptionOfType(NoWorkerException.class)
                    .isThrownBy(source::claim)
                    .withMessageContaining("if the table is missing"); // The next attempt got a connection.
            assertThat(log.warnings())
                    .anyMatch(line -> line.contains("their failures are not logged; an exception of class"
                            + " [java.lang.IllegalStateException] may pass, so startup waits, too"));
        }
    }
}
