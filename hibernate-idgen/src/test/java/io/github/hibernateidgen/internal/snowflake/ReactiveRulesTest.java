package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_WAIT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused in Hibernate Reactive. With Hibernate Reactive itself it is tried in examples/reactive. */
class ReactiveRulesTest {

    private static WorkerSettings settings(Map<String, Object> given) {
        return WorkerSettings.read(Settings.read(given, Classes::named));
    }

    private static void requireNumberAtStart(Map<String, Object> given) {
        WorkerSettings settings = settings(given);
        ReactiveRules.requireNoTableOfEntities(settings);
        OwnedSource worker = OwnedSource.of(settings, null);
        ReactiveRules.requireNumberAtStart(settings, worker);
    }

    static Stream<Map<String, Object>> numbersAtStart() {
        return Stream.of(
                Map.of(WORKER_ID, 5),
                Map.of(WORKER_ID, 5, WORKER_CLAIM, "first-id"),
                Map.of(WORKER_SOURCE, new InMemoryReservationStore()),
                Map.of(WORKER_SOURCE, new JdbcReservationStore(new JdbcDataSource())));
    }

    @ParameterizedTest
    @MethodSource("numbersAtStart")
    void numberThatIsThereBeforeTheFirstIdMayComeFromAnywhere(Map<String, Object> given) {
        assertThatCode(() -> requireNumberAtStart(given)).doesNotThrowAnyException();
    }

    @Test
    void numberOfJdbcNeedsADataSource() {
        assertThatThrownBy(() -> requireNumberAtStart(Map.of()))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage(
                        "hibernate.idgen.worker.source [jdbc]: Hibernate Reactive has no JDBC connections to reserve a"
                                + " worker number with; set a JdbcReservationStore with a DataSource, or another store");
    }

    @Test
    void numberIsNotReservedInAnEventLoop() {
        assertThatThrownBy(() -> requireNumberAtStart(
                        Map.of(WORKER_SOURCE, new InMemoryReservationStore(), WORKER_CLAIM, "first-id")))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage(
                        "hibernate.idgen.worker.claim [first-id]: the first id would block an event loop of Hibernate"
                                + " Reactive while it waits for the store; set it to start");
    }

    @Test
    void nobodyNeedsANumberWithoutSnowflakeIds() {
        assertThatCode(() -> ReactiveRules.requireNumberAtStart(settings(Map.of()), null))
                .doesNotThrowAnyException();
    }

    private static void requireShortWaits(Map<String, Object> given) {
        WorkerSettings settings = settings(given);
        OwnedSource worker = OwnedSource.of(settings, null);
        ReactiveRules.requireShortWaits(
                List.of(settings.generator("Order.id", SnowflakeLayout.STANDARD, worker.source())),
                settings.all().remedies());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1ms", "100ms"})
    void idMayWaitForATick(String maxWait) {
        assertThatCode(() -> requireShortWaits(Map.of(WORKER_ID, 5, SNOWFLAKE_MAX_WAIT, maxWait)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"101ms", "5s"})
    void idMayNotHoldUpAnEventLoop(String maxWait) {
        assertThatThrownBy(() -> requireShortWaits(Map.of(WORKER_ID, 5, SNOWFLAKE_MAX_WAIT, maxWait)))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("hibernate.idgen.snowflake.max-wait [")
                .hasMessageEndingWith(
                        "]: an id may wait for the clock this long, and would block an event loop of Hibernate"
                                + " Reactive; set it to 100ms or less, and hibernate.idgen.snowflake.max-ahead to the"
                                + " largest backward step of the clock that you expect");
    }
}
