package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A thread takes an id of the first tick in lane 0, and an id of the second tick in lane 1, where the first tick was used up
 * before. Another thread closes both lanes.
 */
@JCStressTest
@Outcome(
        id = {"-1, -1, 1", "1, -1, 1", "1, 2, 2", "-1, 2, 2"},
        expect = ACCEPTABLE,
        desc = "the closing returns the greatest end of both lanes")
@Outcome(expect = FORBIDDEN, desc = "an id in a tick that the closing does not tell of")
@State
public class ClosingOfLanes implements WorkerSource {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.named("lanes")
            .time(40)
            .worker("worker", 4)
            .lane(1)
            .time(1)
            .sequence(1)
            .build();

    private static final WorkerReservation RESERVATION = SmallGenerator.reserved(1, 0, 100);

    private TickIssuer issuer;

    // A new tick starts at its second state, which is its last.
    private final SnowflakeGenerator generator = new SnowflakeGenerator(
            LAYOUT,
            this,
            new SnowflakeLimits(SmallGenerator.FAR, Duration.ofSeconds(5), 2),
            SmallGenerator.STANDING,
            nanos -> {},
            bound -> 1);

    public ClosingOfLanes() {
        next(1);
    }

    @Override
    public WorkerReservation reservation() {
        return RESERVATION;
    }

    @Override
    public void attach(TickIssuer attached) {
        issuer = attached;
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        throw new ReservationEndedException(ended, "it is a race", null);
    }

    private int next(int lane) {
        try {
            long id = generator.nextId(lane);
            return Math.toIntExact(LAYOUT.instant(id).toEpochMilli() + 1 - SmallGenerator.NOW.toEpochMilli());
        } catch (IllegalStateException closed) {
            return SmallGenerator.REFUSED;
        }
    }

    @Actor
    public void one(III_Result r) {
        r.r1 = next(0);
        r.r2 = next(1);
    }

    @Actor
    public void other(III_Result r) {
        r.r3 = Math.toIntExact(issuer.close() - SmallGenerator.NOW.toEpochMilli());
    }
}
