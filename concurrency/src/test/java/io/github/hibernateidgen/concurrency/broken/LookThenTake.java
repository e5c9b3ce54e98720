package io.github.hibernateidgen.concurrency.broken;

import io.github.hibernateidgen.snowflake.Closing;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Broken: keeps the state "closed" beside the number instead of in the number. */
@JCStressTest
@JCStressMeta(Closing.class)
@State
public class LookThenTake {

    private final AtomicInteger last = new AtomicInteger();
    private volatile boolean closed;

    private int next() {
        return closed ? -1 : last.incrementAndGet();
    }

    @Actor
    public void one(IIII_Result r) {
        r.r1 = next();
        r.r2 = next();
    }

    @Actor
    public void other(IIII_Result r) {
        closed = true;
        r.r3 = last.get();
        r.r4 = next();
    }
}
