package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A thread takes ids, but only a single id is reserved. Another thread publishes a reservation of another worker number that
 * begins 5 ticks later, and takes an id.
 */
@JCStressTest
@Outcome(
        id = {"1, 110, 111", "1, 111, 110", "110, 111, 112", "110, 112, 111", "111, 112, 110"},
        expect = ACCEPTABLE,
        desc = "published in time")
@Outcome(id = "1, -1, 110", expect = ACCEPTABLE, desc = "refused before")
@Outcome(expect = FORBIDDEN, desc = "an id that was not reserved for its number, one twice, or one refused needlessly")
@State
public class AnotherNumber {

    private final SmallGenerator generator = new SmallGenerator();

    public AnotherNumber() {
        generator.publish(SmallGenerator.reserved(1, 0, 1));
        generator.next();
    }

    @Actor
    public void one(III_Result r) {
        r.r1 = generator.nextUnless("not renewed yet");
        r.r2 = generator.nextUnless("not renewed yet");
    }

    @Actor
    public void other(III_Result r) {
        generator.publish(SmallGenerator.reserved(2, 5, 100));
        r.r3 = generator.next();
    }
}
