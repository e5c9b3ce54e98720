package io.github.hibernateidgen.snowflake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.hibernateidgen.concurrency.Numbers;
import java.time.Instant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two threads take ids while the clock steps forward and back. A new tick starts in the middle of its sequence. */
@JCStressTest
@Outcome(id = Numbers.RIGHT, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a number twice or out of order")
@State
public class ClockThatMoves {

    private volatile Instant now = SmallGenerator.NOW;
    private final SmallGenerator generator =
            new SmallGenerator(() -> now, nanos -> {}, SmallGenerator.FAR, 2, bound -> 1);
    private final int[] one = new int[2];
    private final int[] other = new int[2];

    @Actor
    public void one() {
        one[0] = generator.next();
        now = SmallGenerator.NOW.plusMillis(3);
        one[1] = generator.next();
    }

    @Actor
    public void other() {
        other[0] = generator.next();
        now = SmallGenerator.NOW.minusMillis(2);
        other[1] = generator.next();
    }

    @Arbiter
    public void judge(L_Result r) {
        r.r1 = Numbers.judge(one, other);
    }
}
