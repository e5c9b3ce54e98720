package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.concurrency.TwoByTwo;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Two threads take ids in a tick that holds two ids. Further callers take the state of a later tick, and then wait for the
 * clock.
 */
@JCStressTest
@JCStressMeta(TwoByTwo.class)
@State
public class FullTick {

    private final SleptClock clock = new SleptClock();
    private final SmallGenerator generator = clock.generator();

    @Actor
    public void one(IIII_Result r) {
        r.r1 = generator.next();
        r.r2 = generator.next();
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = generator.next();
        r.r4 = generator.next();
    }
}
