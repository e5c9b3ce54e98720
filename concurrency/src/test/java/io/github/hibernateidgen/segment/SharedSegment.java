package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A thread takes numbers of a segment, while another thread reads the statistics and takes a number. */
@JCStressTest
@Outcome(
        id = {"1, 2, 3", "1, 3, 2", "2, 3, 1"},
        expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a number twice, lost or out of order")
@State
public class SharedSegment {

    private final SmallSegments segments = new SmallSegments(SmallSegments.STANDING, 8);

    public SharedSegment() {
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
        segments.look();
        r.r3 = segments.poll();
    }
}
