package io.github.hibernateidgen.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.concurrency.Numbers;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two segments arrive on two threads. The clock advances by a second at each read, so the lower segment may come too late. */
@JCStressTest
@Outcome(id = Numbers.RIGHT, expect = ACCEPTABLE)
@Outcome(id = TwoArrivals.DROPPED, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a number twice, lost without being told, or out of order")
@State
public class LateSegment {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong now = new AtomicLong();
    private final TwoArrivals arrivals = new TwoArrivals(() -> now.addAndGet(SECOND));

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
