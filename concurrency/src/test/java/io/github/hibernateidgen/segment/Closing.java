package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A thread takes numbers while another thread closes the generator. */
@JCStressTest
@Outcome(
        id = {"0, 1, -2", "0, -2, -2", "-2, -2, -2"},
        expect = ACCEPTABLE,
        desc = "numbers before the closing, refusals after it")
@Outcome(expect = FORBIDDEN, desc = "a number after the closing, or no refusal")
@State
public class Closing {

    private final SmallSegments segments = new SmallSegments(SmallSegments.STANDING);

    public Closing() {
        segments.poll();
        segments.arrive();
    }

    @Actor
    public void one(III_Result r) {
        r.r1 = segments.poll();
        r.r2 = segments.poll();
    }

    @Actor
    public void other(III_Result r) {
        segments.close();
        r.r3 = segments.poll();
    }
}
