package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.worker.WorkerReservation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A thread takes ids, but only a single id is reserved. Another thread publishes the renewal and takes an id. The outcome
 * has three ids, and whether the first thread finally sees the renewal.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 3, 1", "1, 3, 2, 1", "2, 3, 1, 1"},
        expect = ACCEPTABLE,
        desc = "renewed in time")
@Outcome(id = "1, -1, 2, [01]", expect = ACCEPTABLE, desc = "refused before the renewal")
@Outcome(id = "1, 2, 3, 0", expect = FORBIDDEN, desc = "an id before its renewal")
@Outcome(expect = FORBIDDEN, desc = "an id that was not reserved, one twice, or one refused that was reserved")
@State
public class Renewal {

    private static final WorkerReservation RENEWED = SmallGenerator.reserved(1, 0, 100);

    private final SmallGenerator generator = new SmallGenerator();

    public Renewal() {
        generator.publish(SmallGenerator.reserved(1, 0, 1));
        generator.next();
    }

    @Actor
    public void one(IIII_Result r) {
        r.r1 = generator.nextUnless("not renewed yet");
        r.r2 = generator.nextUnless("not renewed yet");
        r.r4 = generator.reservation().equals(RENEWED) ? 1 : 0;
    }

    @Actor
    public void other(IIII_Result r) {
        generator.publish(RENEWED);
        r.r3 = generator.next();
    }
}
