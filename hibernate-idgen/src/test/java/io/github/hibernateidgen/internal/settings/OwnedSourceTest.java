package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators end with the release of their source, whoever made it. */
class OwnedSourceTest {

    static Stream<Map<String, Object>> settings() {
        return Stream.of(
                Map.of(IdgenSettings.WORKER_ID, 3), Map.of(IdgenSettings.WORKER_SOURCE, WorkerSource.fixed(3)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void generatorsOfANumberThatIsSetEndWithTheRelease(Map<String, Object> settings) {
        OwnedSource owned = Settings.read(settings, Classes::named).worker().make(null);
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, owned.forGenerators());
        assertThat(SnowflakeLayout.STANDARD.split(generator.nextId()).worker()).isEqualTo(3);

        owned.release();
        owned.release();

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
        BorrowedSource borrowed = new BorrowedSource(users);
        meanwhile.add(atTheClose ? borrowed::close : borrowed::suspend);
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, borrowed);
        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");

        SnowflakeGenerator later = new SnowflakeGenerator(SnowflakeLayout.STANDARD, borrowed);
        assertThatIllegalStateException().isThrownBy(later::nextId).withMessageContaining("is closed");

        borrowed.resume();
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
        OwnedSource owned = OwnedSource.of(source, () -> {});
        assertThat(owned.source()).isSameAs(source);
        assertThat(owned.forGenerators()).hasToString("mine");
        assertThat(owned.forGenerators().reservation()).isSameAs(reservation);
        assertThatIllegalStateException()
                .isThrownBy(() -> owned.forGenerators().awaitRenewal(reservation))
                .withMessageContaining("it is a test");

        new SnowflakeGenerator(SnowflakeLayout.SHORT, owned.forGenerators());

        assertThat(issuers).singleElement().satisfies(issuer -> {
            assertThat(issuer.workers()).isEqualTo(16);
            assertThat(issuer.lead()).isPositive();
            assertThatIllegalArgumentException().isThrownBy(() -> issuer.requireFits(WorkerReservation.unbounded(16)));
            owned.release();
            assertThat(issuer.close()).as("nothing was issued").isEqualTo(Long.MIN_VALUE);
        });
    }
}
