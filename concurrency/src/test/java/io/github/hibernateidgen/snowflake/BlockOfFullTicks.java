package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.concurrency.Numbers;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A thread takes a block with more ids than a tick holds, so it waits for a part of the block. Another thread takes single
 * ids.
 */
@JCStressTest
@Outcome(id = Numbers.RIGHT, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a number twice or out of order")
@State
public class BlockOfFullTicks {

    private final SleptClock clock = new SleptClock();
    private final SmallGenerator generator = clock.generator();
    private final int[] other = new int[2];
    private int[] block = {};

    @Actor
    public void one() {
        block = generator.block(3);
    }

    @Actor
    public void other() {
        other[0] = generator.next();
        other[1] = generator.next();
    }

    @Arbiter
    public void judge(L_Result r) {
        r.r1 = Numbers.judge(block, other);
    }
}
