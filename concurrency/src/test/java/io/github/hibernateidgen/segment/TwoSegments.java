package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.concurrency.Numbers;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two segments arrive on two threads, in either sequence. The upper segment waits for the lower segment. */
@JCStressTest
@Outcome(id = Numbers.RIGHT, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a number twice, lost or out of order")
@State
public class TwoSegments {

    private final TwoArrivals arrivals = new TwoArrivals(SmallSegments.STANDING);

    @Actor
    public void one() {
        arrivals.one();
    }

    @Actor
    public void other() {
        arrivals.other();
    }

    @Arbiter
    public void judge(L_Result r) {
        r.r1 = arrivals.judge();
    }
}
