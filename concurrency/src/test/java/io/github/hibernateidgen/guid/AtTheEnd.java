package io.github.hibernateidgen.guid;

import io.github.hibernateidgen.concurrency.TwoByTwo;
import java.time.InstantSource;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two threads make GUIDs in the last days of a format. Their states are in the second cell. The first state is left out. */
@JCStressTest
@JCStressMeta(TwoByTwo.class)
@State
public class AtTheEnd {

    private static final InstantSource CLOCK = InstantSource.fixed(Moments.END);
    private static final long FIRST = Moments.firstState(Moments.END) + 1;

    private final CountedGuids guids = new CountedGuids(CLOCK, FIRST);

    @Actor
    public void one(IIII_Result r) {
        r.r1 = guids.next();
        r.r2 = guids.next();
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = guids.next();
        r.r4 = guids.next();
    }
}
