package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The defaults, and how a session factory reads its settings. */
class SettingsTest {

    private static final Map<String, Object> HARMLESS = Map.of(IdgenSettings.COLUMN_CHECK, "warn");

    @Test
    void theDefaultsAreThoseBesideAnotherSetting() {
        Settings none = Settings.read(Map.of(), Classes::named);
        Settings one = Settings.read(HARMLESS, Classes::named);
        for (SnowflakeLayout layout : SnowflakeLayout.readyMade()) {
            assertThat(none.limits(layout)).isEqualTo(one.limits(layout));
        }
        assertThat(none.layouts()).isEqualTo(one.layouts());
        assertThat(none.defaultLayout()).isEqualTo(one.defaultLayout());
        assertThat(none.clock()).isEqualTo(one.clock());
        assertThat(none.segments().limits()).isEqualTo(one.segments().limits());
        assertThat(none.segments().offsetAndStep()).isEqualTo(one.segments().offsetAndStep());
        assertThat(none.segments().inDatabase()).isEqualTo(one.segments().inDatabase());
        assertThat(none.seal()).isEqualTo(one.seal());
        assertThat(none.columnCheck()).isEqualTo(one.columnCheck());
        assertThat(none.isOffline()).isEqualTo(one.isOffline());
        assertThat(none.worker()).isEqualTo(one.worker());
        assertThat(none.worker().claimsAtStart()).isTrue();
    }

    @Test
    void aStartWithoutTheDatabaseClaimsForTheFirstId() {
        Map<String, Object> given = Map.of("hibernate.boot.allow_jdbc_metadata_access", "FALSE");
        assertThat(Settings.read(given, Classes::named).isOffline()).isTrue();
        assertThat(Settings.read(given, Classes::named).worker().claimsAtStart())
                .isFalse();
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
            Settings settings = Settings.read(Map.of(IdgenSettings.WORKER_SOURCE, source), Classes::named);
            assertThatExceptionOfType(IdgenConfigurationException.class)
                    .isThrownBy(() -> settings.generator("Ticket.id", SnowflakeLayout.SHORT, source))
                    .withMessageContaining("hibernate.idgen.worker.source [reservation of a worker number of ")
                    .withMessageContaining("the range [0-1023] of worker numbers does not fit layout [short: ");
        }
        assertThat(calls).hasValue(0);
    }

    /** Settings are read more than once, and never differ. */
    @Test
    void aValueThatChangesIsReadAsItWas() {
        StringBuilder step = new StringBuilder("3");
        Map<String, Object> given = new HashMap<>(Map.of(IdgenSettings.SEGMENT_STEP, step));
        given.put(IdgenSettings.SEGMENT_OFFSET, 2);
        Settings settings = Settings.read(given, Classes::named);

        step.setLength(0);
        given.clear();

        assertThat(settings.segments().offsetAndStep().step()).isEqualTo(3);
        assertThat(settings.segments().offsetAndStep().offset()).isEqualTo(2);
    }
}
