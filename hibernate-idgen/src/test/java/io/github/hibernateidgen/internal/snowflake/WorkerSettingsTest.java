package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The settings of the worker number's source, and the generators made with them. */
class WorkerSettingsTest {

    private static WorkerSettings settings(Map<String, Object> given) {
        return WorkerSettings.read(Settings.read(given, Classes::named));
    }

    @Test
    void theDefaultsAreThoseBesideAnotherSetting() {
        WorkerSettings none = settings(Map.of());
        WorkerSettings one = settings(Map.of(IdgenSettings.COLUMN_CHECK, "warn"));
        for (SnowflakeLayout layout : SnowflakeLayout.readyMade()) {
            assertThat(none.limits(layout)).isEqualTo(one.limits(layout));
        }
        assertThat(none.subject()).isEqualTo(one.subject());
        assertThat(none.schemaTable()).isEqualTo(one.schemaTable()).contains(none.table());
        assertThat(none.terms()).isEqualTo(one.terms()).isEqualTo(ReservationTerms.DEFAULT);
        assertThat(none.claimsAtStart()).isTrue();
    }

    @Test
    void aStartWithoutTheDatabaseClaimsForTheFirstId() {
        WorkerSettings offline = settings(Map.of("hibernate.boot.allow_jdbc_metadata_access", "FALSE"));
        assertThat(offline.all().isOffline()).isTrue();
        assertThat(offline.claimsAtStart()).isFalse();
    }

    /** A store that does not answer would keep the message waiting. */
    @Test
    void aSourceWhoseNumbersDoNotFitIsNotAskedForItsNumber() {
        AtomicInteger calls = new AtomicInteger();
        ReservationStore store = (ReservationStore) Proxy.newProxyInstance(
                ReservationStore.class.getClassLoader(),
                new Class<?>[] {ReservationStore.class},
                (self, method, given) -> {
                    if (method.getName().equals("describe")) {
                        return "a store";
                    }
                    calls.incrementAndGet();
                    throw new IllegalStateException("no answer today");
                });
        ReservationTerms terms = ReservationTerms.DEFAULT.withRange(WorkerRange.parse("0-1023"));
        try (ReservedWorkerSource source = new ReservedWorkerSource(store, terms)) {
            WorkerSettings settings = settings(Map.of(IdgenSettings.WORKER_SOURCE, source));
            assertThatExceptionOfType(IdgenConfigurationException.class)
                    .isThrownBy(() -> settings.generator("Ticket.id", SnowflakeLayout.SHORT, source))
                    .withMessageContaining("hibernate.idgen.worker.source [reservation of a worker number of ")
                    .withMessageContaining("the range [0-1023] of worker numbers does not fit layout [short: ");
        }
        assertThat(calls).hasValue(0);
    }
}
