package io.github.hibernateidgen.guid;

import io.github.hibernateidgen.concurrency.ThreeBesideTwo;
import java.time.InstantSource;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A thread makes a block of GUIDs, and another thread makes single GUIDs, which add to the cell without reading it first. */
@JCStressTest
@JCStressMeta(ThreeBesideTwo.class)
@State
public class BlockBesideGuids {

    private static final InstantSource CLOCK = InstantSource.fixed(Moments.NOW);
    private static final long FIRST = Moments.firstState(Moments.NOW);

    private final CountedGuids guids = new CountedGuids(CLOCK, FIRST);

    @Actor
    public void one(IIII_Result r) {
        int[] block = guids.block(3);
        r.r1 = block[0];
        r.r2 = block[1] == block[0] + 1 ? block[2] : -1;
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = guids.next();
        r.r4 = guids.next();
    }
}
