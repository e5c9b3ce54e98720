package io.github.hibernateidgen.internal.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two units of work begin at the same time, and take two ids each. */
@JCStressTest
@Outcome(
        id = {"0, 0, 1, 1", "1, 1, 0, 0"},
        expect = ACCEPTABLE,
        desc = "the two lowest lanes, one for each")
@Outcome(expect = FORBIDDEN, desc = "a shared lane, a lane that changes, or not the lowest")
@State
public class TwoUnits {

    private final FewSessions sessions = new FewSessions(2);

    @Actor
    public void one(IIII_Result r) {
        r.r1 = sessions.lane(0);
        r.r2 = sessions.lane(0);
    }

    @Actor
    public void other(IIII_Result r) {
        r.r3 = sessions.lane(1);
        r.r4 = sessions.lane(1);
    }
}
