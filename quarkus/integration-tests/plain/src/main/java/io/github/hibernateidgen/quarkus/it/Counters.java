package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.concurrent.atomic.AtomicLong;

/** A store of segments: each process has its own numbers. */
public class Counters implements SegmentStore {

    private final AtomicLong next = new AtomicLong(ProcessHandle.current().pid() * 1_000_000);

    /** Called by the library, because a setting names this class. */
    public Counters() {}

    @Override
    public SegmentSource source(SegmentRequest request) {
        return new SegmentSource() {
            @Override
            public void open() {}

            @Override
            public boolean isLost() {
                return false;
            }

            @Override
            public Segment fetch() {
                long first = next.getAndAdd(request.size());
                return new Segment(first, first + request.size() - 1);
            }

            @Override
            public long size() {
                return request.size();
            }

            @Override
            public String describe() {
                return "counter " + request.name();
            }
        };
    }
}
