package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.test.WorkerSourceContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixedWorkerSourceTest extends WorkerSourceContract {

    @Override
    protected WorkerSource open() {
        return WorkerSource.fixed(5);
    }

    @Override
    protected boolean reserves() {
        return false;
    }

    @Test
    void secondGeneratorOfALayoutIsRefused() {
        WorkerSource source = WorkerSource.fixed(5);
        new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
        new SnowflakeGenerator(SnowflakeLayout.SHORT, source);

        assertThatIllegalStateException()
                .isThrownBy(() -> new SnowflakeGenerator(SnowflakeLayout.STANDARD, source))
                .withMessageStartingWith("layout [standard")
                .withMessageEndingWith(
                        "] has a generator on [fixed worker number 5] already, and two generators would make the same"
                                + " ids; share the generator, or give each generator a separate source, with another"
                                + " number if they write the same table");
    }

    @Test
    void secondGeneratorOfTheSameBitsUnderAnotherNameIsRefused() {
        WorkerSource source = WorkerSource.fixed(5);
        new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
        SnowflakeLayout renamed = SnowflakeLayout.named("mine")
                .time(41)
                .worker("site", 3)
                .worker("process", 7)
                .sequence(12)
                .build();

        assertThatIllegalStateException()
                .isThrownBy(() -> new SnowflakeGenerator(renamed, source))
                .withMessageContaining("layout [mine")
                .withMessageContaining("has the same bits under other names");
    }

    /** As in a redeployment: the generators of a session factory end with it, and the source may serve the next one. */
    @Test
    void generatorThatIsClosedMakesRoomForAnother() {
        WorkerSource source = WorkerSource.fixed(5);
        new SnowflakeGenerator(SnowflakeLayout.STANDARD, source).close();

        new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);

        assertThatIllegalStateException().isThrownBy(() -> new SnowflakeGenerator(SnowflakeLayout.STANDARD, source));
    }

    /** For example a source with a name of its own in messages. */
    private record Wrapper(WorkerSource source) implements WorkerSource {

        @Override
        public WorkerReservation reservation() {
            return source.reservation();
        }

        @Override
        public void attach(TickIssuer issuer) {
            source.attach(issuer);
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            source.awaitRenewal(ended);
        }
    }

    @Test
    void secondGeneratorThatReachesTheSourceThroughAWrapperIsRefused() {
        WorkerSource source = WorkerSource.fixed(5);
        SnowflakeGenerator first = new SnowflakeGenerator(SnowflakeLayout.STANDARD, new Wrapper(source));
        for (WorkerSource same : List.of(source, new Wrapper(source), new Wrapper(new Wrapper(source)))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new SnowflakeGenerator(SnowflakeLayout.STANDARD, same))
                    .withMessageContaining("has a generator on [fixed worker number 5] already");
        }
        first.close();
        new SnowflakeGenerator(SnowflakeLayout.STANDARD, new Wrapper(source)).nextId();
    }

    @Test
    void generatorThatDoesNotFitIsNotCounted() {
        WorkerSource source = WorkerSource.fixed(16);
        for (int i = 0; i < 2; i++) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SnowflakeGenerator(SnowflakeLayout.SHORT, source));
        }
    }

    @Test
    void sourcesOfOneNumberAreEqual() {
        assertThat(WorkerSource.fixed(5))
                .isEqualTo(WorkerSource.fixed(5))
                .hasSameHashCodeAs(WorkerSource.fixed(5))
                .isNotEqualTo(WorkerSource.fixed(6));
    }
}
