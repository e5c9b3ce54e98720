package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The checks of numbers from segments, at the start of a session factory. */
final class SegmentChecks {

    private SegmentChecks() {}

    /** Returns the checks in the order in which they run. */
    static List<Check> all() {
        return Arrays.asList(
                new Check("server-step", Phase.BEFORE_CLAIM, true, SegmentChecks::serverStep),
                new Check("sequences", Phase.BEFORE_CLAIM, true, SegmentChecks::structures),
                new Check("unique-keys", Phase.BEFORE_CLAIM, true, SegmentChecks::keys),
                new Check("stores", Phase.BEFORE_CLAIM, true, SegmentChecks::stores),
                new Check("place-of-connections", Phase.BEFORE_CLAIM, true, SegmentChecks::identify));
    }

    /**
     * Compares the offsets and steps of attributes with the settings of the database server, which may be one of several
     * writers.
     */
    private static void serverStep(Start start) {
        List<SegmentAttribute> inDatabase = new ArrayList<>();
        start.forEach(SegmentAttribute.class, (bound, mapped) -> {
            if (bound.origin() instanceof StructureSegments) {
                inDatabase.add(bound);
            }
        });
        if (!inDatabase.isEmpty()) {
            ServerStep.of(start.database())
                    .ifPresent(step -> inDatabase.forEach(attribute -> step.check(
                            attribute.path(),
                            attribute.offsetAndStep(),
                            start.settings().remedies())));
        }
    }

    private static void structures(Start start) {
        start.forEach(SegmentAttribute.class, (bound, mapped) -> {
            if (bound.origin() instanceof StructureSegments segments) {
                boolean hasNumbers = mapped.entity() != null && mapped.javaType() != String.class;
                new SequenceCheck(segments, hasNumbers ? HighestId.of(mapped) : null).check(start, bound);
            }
        });
    }

    private static void keys(Start start) {
        start.forEach(SegmentAttribute.class, (bound, mapped) -> {
            if (bound.origin() instanceof StructureSegments segments && mapped.entity() != null) {
                new KeyCheck(segments.structure(), HighestId.of(mapped)).check(start);
            }
        });
    }

    private static void stores(Start start) {
        start.forEach(SegmentAttribute.class, (bound, mapped) -> {
            if (bound.origin() instanceof StoreSegments segments) {
                segments.check(start.factory());
            }
        });
    }

    /** Lets the database learn where the pool's connections lead, because a connection beside the pool must lead there. */
    private static void identify(Start start) {
        start.forEach(SegmentAttribute.class, (bound, mapped) -> {
            if (bound.origin() instanceof StructureSegments) {
                start.database().identify();
            }
        });
    }
}
