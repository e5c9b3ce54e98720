package io.github.hibernateidgen.guid;

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

/** Two threads make GUIDs while the clock reaches the days for which states are in the second cell. */
@JCStressTest
@Outcome(id = Numbers.RIGHT, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "a GUID twice or out of order")
@State
public class IntoTheEnd {

    private static final long FIRST = Moments.firstState(Moments.BEFORE_THE_END);

    private volatile Instant now = Moments.BEFORE_THE_END;
    private final CountedGuids guids = new CountedGuids(() -> now, FIRST);
    private final int[] one = new int[3];
    private final int[] other = new int[3];

    @Actor
    public void one() {
        one[0] = guids.next();
        now = Moments.END;
        one[1] = guids.next();
        one[2] = guids.next();
    }

    @Actor
    public void other() {
        other[0] = guids.next();
        other[1] = guids.next();
        other[2] = guids.next();
    }

    @Arbiter
    public void judge(L_Result r) {
        r.r1 = Numbers.judge(one, other);
    }
}
