package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.concurrent.atomic.AtomicLong;

/** A store of segments for one process. */
public class Counters implements SegmentStore {

    private final AtomicLong next;

    /** Called if the setting names this class. */
    public Counters() {
        this(2_000_000);
    }

    Counters(long first) {
        next = new AtomicLong(first);
    }

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
