package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A thread takes ids. Another thread closes the generator, gets another worker number that begins 10 ticks later, and
 * reopens the generator. The outcome has two ids, and the number of ticks that the close returns.
 */
@JCStressTest
@Outcome(
        id = {"0, 1, 1", "0, -1, 1", "0, 120, 1", "-1, -1, 0", "-1, 120, 0", "120, 121, 0"},
        expect = ACCEPTABLE,
        desc = "ids of the old number before the closing, of the new one after the reopening, or refused")
@Outcome(expect = FORBIDDEN, desc = "an id of the old number that the closing does not tell of")
@State
public class Reopening {

    private final SmallGenerator generator = new SmallGenerator();

    @Actor
    public void one(III_Result r) {
        r.r1 = generator.nextUnless("is closed");
        r.r2 = generator.nextUnless("is closed");
    }

    @Actor
    public void other(III_Result r) {
        r.r3 = generator.close();
        generator.publish(SmallGenerator.reserved(2, 10, 100));
        generator.reopen();
    }
}
