package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.concurrency.TwoByTwo;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two threads take ids. The last two ids fill the next tick. */
@JCStressTest
@JCStressMeta(TwoByTwo.class)
@State
public class TwoThreads {

    private final SmallGenerator generator = new SmallGenerator();

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
