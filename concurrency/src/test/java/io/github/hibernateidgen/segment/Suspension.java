package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A segment arrives while the generator is suspended and resumed. Afterwards, neither its numbers nor the buffered numbers
 * are issued.
 */
@JCStressTest
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "a number before the suspension")
@Outcome(id = "-2, -1", expect = ACCEPTABLE, desc = "refused during the suspension")
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "nothing is buffered after it")
@Outcome(expect = FORBIDDEN, desc = "a number of before the suspension, after it")
@State
public class Suspension {

    private final SmallSegments segments = new SmallSegments(SmallSegments.STANDING);

    public Suspension() {
        segments.poll();
        segments.arrive();
        segments.poll();
    }

    @Actor
    public void one(II_Result r) {
        segments.arrive();
        r.r1 = segments.poll();
    }

    @Actor
    public void other(II_Result r) {
        segments.suspendAndResume();
        r.r2 = segments.poll();
    }
}
