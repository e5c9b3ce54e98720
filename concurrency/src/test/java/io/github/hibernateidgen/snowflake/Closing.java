package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A thread takes ids, with a tick for each id, while another thread closes the generator. The outcome has ids 1 and 2, the
 * number of ticks that the close returns, and the result of a call after the close.
 */
@JCStressTest
@Outcome(
        id = {"-1, -1, 0, -1", "1, -1, 1, -1", "1, 2, 2, -1"},
        expect = ACCEPTABLE,
        desc = "the closing tells of the last id, and the next one is refused")
@Outcome(id = ".*, .*, .*, \\d+", expect = FORBIDDEN, desc = "an id after the closing")
@Outcome(expect = FORBIDDEN, desc = "an id in a tick that the closing does not tell of, or one refused before it")
@State
public class Closing {

    // A new tick starts at its second state, which is its last.
    private final SmallGenerator generator =
            new SmallGenerator(SmallGenerator.STANDING, nanos -> {}, SmallGenerator.FAR, 2, bound -> 1);

    @Actor
    public void one(IIII_Result r) {
        r.r1 = generator.nextUnless("is closed");
        r.r2 = generator.nextUnless("is closed");
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = generator.close();
        r.r4 = generator.nextUnless("is closed");
    }
}
