package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators end with their session factory, whoever made the source of the worker number. */
class SnowflakesTest {

    private SessionFactory factory;

    private Snowflakes snowflakes(Map<String, Object> settings) {
        Hibernate hibernate = Hibernate.onH2().without(IdgenSettings.WORKER_ID);
        settings.forEach(hibernate::with);
        factory = hibernate.start();
        return new Snowflakes(Engines.of(factory.unwrap(SessionFactoryImplementor.class)));
    }

    @AfterEach
    void stop() {
        factory.close();
    }

    private Snowflakes snowflakes(WorkerSource source) {
        return snowflakes(Map.of(IdgenSettings.WORKER_SOURCE, source));
    }

    static Stream<Map<String, Object>> settings() {
        return Stream.of(
                Map.of(IdgenSettings.WORKER_ID, 3), Map.of(IdgenSettings.WORKER_SOURCE, WorkerSource.fixed(3)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void generatorsOfANumberThatIsSetEndWithTheRelease(Map<String, Object> settings) {
        Snowflakes snowflakes = snowflakes(settings);
        SnowflakeGenerator generator = snowflakes.generator("Order.id", SnowflakeLayout.STANDARD);
        assertThat(SnowflakeLayout.STANDARD.split(generator.nextId()).worker()).isEqualTo(3);

        snowflakes.close();
        snowflakes.close();

        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
    }

    /** A source of the user's that is closed by another thread, or suspended, while a generator is attached to it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void generatorThatIsAttachedMeanwhileEndsToo(boolean atTheClose) {
        WorkerReservation reservation = new WorkerReservation(3, 0, Long.MAX_VALUE);
        List<Runnable> meanwhile = new ArrayList<>();
        WorkerSource users = new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                return reservation;
            }

            @Override
            public void attach(TickIssuer issuer) {
                meanwhile.forEach(Runnable::run);
            }

            @Override
            public void awaitRenewal(WorkerReservation ended) {
                throw new ReservationEndedException(ended, "it is a test", null);
            }
        };
        Snowflakes snowflakes = snowflakes(users);
        meanwhile.add(atTheClose ? snowflakes::close : snowflakes::suspend);
        SnowflakeGenerator generator = snowflakes.generator("Order.id", SnowflakeLayout.STANDARD);
        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");

        SnowflakeGenerator later = snowflakes.generator("Note.id", SnowflakeLayout.SHORT);
        assertThatIllegalStateException().isThrownBy(later::nextId).withMessageContaining("is closed");

        snowflakes.resume();
        if (atTheClose) {
            assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        } else {
            assertThat(generator.nextId()).isPositive();
        }
    }

    @Test
    void allElseIsTheSourcesOwnBusiness() {
        List<TickIssuer> issuers = new ArrayList<>();
        WorkerReservation reservation = new WorkerReservation(3, 0, Long.MAX_VALUE);
        WorkerSource source = new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                return reservation;
            }

            @Override
            public void attach(TickIssuer issuer) {
                issuer.requireFits(reservation);
                issuers.add(issuer);
            }

            @Override
            public void awaitRenewal(WorkerReservation ended) {
                throw new ReservationEndedException(ended, "it is a test", null);
            }

            @Override
            public String toString() {
                return "mine";
            }
        };
        Snowflakes snowflakes = snowflakes(source);
        SnowflakeGenerator generator = snowflakes.generator("Order.id", SnowflakeLayout.SHORT);
        assertThat(snowflakes.workerSource()).containsSame(source);

        assertThat(issuers).singleElement().satisfies(issuer -> {
            assertThat(issuer.workers()).isEqualTo(16);
            assertThat(issuer.lead()).isPositive();
            assertThatIllegalArgumentException().isThrownBy(() -> issuer.requireFits(WorkerReservation.unbounded(16)));
            snowflakes.close();
            assertThat(issuer.close()).as("nothing was issued").isEqualTo(Long.MIN_VALUE);
            issuer.reopen();
            assertThat(issuer.isClosed()).isTrue();
            assertThatIllegalStateException()
                    .as("the source was resumed")
                    .isThrownBy(generator::nextId)
                    .withMessageContaining("is closed");
        });
    }

    /** Else another generator would make the ids of the suspended one once that is resumed. */
    @Test
    void suspendedGeneratorStaysTheOnlyOneOfItsFixedNumber() {
        WorkerSource source = WorkerSource.fixed(3);
        Snowflakes snowflakes = snowflakes(source);
        SnowflakeGenerator generator = snowflakes.generator("Order.id", SnowflakeLayout.STANDARD);
        long before = generator.nextId();

        snowflakes.suspend();
        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> new SnowflakeGenerator(SnowflakeLayout.STANDARD, source))
                .withMessageContaining("has a generator");

        snowflakes.resume();
        assertThat(generator.nextId()).isGreaterThan(before);

        snowflakes.close();
        assertThat(new SnowflakeGenerator(SnowflakeLayout.STANDARD, source).nextId())
                .isPositive();
    }
}
