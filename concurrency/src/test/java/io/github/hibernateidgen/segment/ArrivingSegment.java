package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A thread takes the last number of a segment and another number, while a second thread brings the next segment and takes a
 * number.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 3", "1, 3, 2", "2, 3, 1"},
        expect = ACCEPTABLE,
        desc = "the segment came in time")
@Outcome(id = "1, -1, 2", expect = ACCEPTABLE, desc = "nothing was buffered yet")
@Outcome(expect = FORBIDDEN, desc = "a number twice, lost or out of order")
@State
public class ArrivingSegment {

    private final SmallSegments segments = new SmallSegments(SmallSegments.STANDING);

    public ArrivingSegment() {
        segments.poll();
        segments.arrive();
        segments.poll();
    }

    @Actor
    public void one(III_Result r) {
        r.r1 = segments.poll();
        r.r2 = segments.poll();
    }

    @Actor
    public void other(III_Result r) {
        segments.arrive();
        r.r3 = segments.poll();
    }
}
