package io.github.hibernateidgen.internal.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIIII_Result;

/**
 * A thread ends the unit of work in lane 0 and begins another unit, while a second thread begins a unit. After that, the
 * first thread begins a unit again.
 */
@JCStressTest
@Outcome(
        id = {"0, 1, 0, 1, 2", "1, 0, 1, 0, 2"},
        expect = ACCEPTABLE,
        desc = "a lane for each unit, the lowest that was free")
@Outcome(expect = FORBIDDEN, desc = "a shared lane, a lane that changes, or not the lowest")
@State
public class EndBesideUnit {

    private final FewSessions sessions = new FewSessions(3);

    public EndBesideUnit() {
        sessions.lane(0);
    }

    @Actor
    public void one(IIIII_Result r) {
        sessions.end(0);
        r.r1 = sessions.lane(1);
    }

    @Actor
    public void other(IIIII_Result r) {
        r.r2 = sessions.lane(2);
    }

    @Arbiter
    public void afterwards(IIIII_Result r) {
        r.r3 = sessions.lane(1);
        r.r4 = sessions.lane(2);
        r.r5 = sessions.lane(0);
    }
}
