package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** No number is buffered. A thread waits for a number, and another thread brings the segment. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "each number once")
@Outcome(id = "-3, .*", expect = FORBIDDEN, desc = "nobody has ended the wait")
@Outcome(expect = FORBIDDEN, desc = "a number twice or lost")
@State
public class WaitingCallers {

    private final SmallSegments segments = new SmallSegments(SmallSegments.STANDING);

    public WaitingCallers() {
        segments.poll();
    }

    @Actor
    public void one(II_Result r) {
        r.r1 = segments.await();
    }

    @Actor
    public void other(II_Result r) {
        segments.arrive();
        r.r2 = segments.await();
    }
}
