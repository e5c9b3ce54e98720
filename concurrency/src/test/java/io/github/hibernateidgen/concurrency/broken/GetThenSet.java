package io.github.hibernateidgen.concurrency.broken;

import io.github.hibernateidgen.concurrency.TwoByTwo;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Broken: sets the new value without comparing the cell with the value that was read. */
@JCStressTest
@JCStressMeta(TwoByTwo.class)
@State
public class GetThenSet {

    private final AtomicInteger last = new AtomicInteger(-1);

    private int next() {
        int next = last.get() + 1;
        last.set(next);
        return next;
    }

    @Actor
    public void one(IIII_Result r) {
        r.r1 = next();
        r.r2 = next();
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = next();
        r.r4 = next();
    }
}
