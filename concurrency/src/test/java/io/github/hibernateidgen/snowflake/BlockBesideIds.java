package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.concurrency.ThreeBesideTwo;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A thread takes a block of ids while another thread takes single ids. */
@JCStressTest
@JCStressMeta(ThreeBesideTwo.class)
@State
public class BlockBesideIds {

    private final SmallGenerator generator = new SmallGenerator();

    @Actor
    public void one(IIII_Result r) {
        int[] block = generator.block(3);
        r.r1 = block[0];
        r.r2 = block[1] == block[0] + 1 ? block[2] : SmallGenerator.REFUSED;
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = generator.next();
        r.r4 = generator.next();
    }
}
