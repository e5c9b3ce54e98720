package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Segments in memory. The store keeps each request, as a store may that outlives the session factories. */
public final class RememberingStore implements SegmentStore {

    /** The next number of each name. */
    private final Map<String, Long> counters = new ConcurrentHashMap<>();

    private final List<SegmentRequest> requests = new CopyOnWriteArrayList<>();

    /** For the setting. */
    public RememberingStore() {}

    @Override
    public SegmentSource source(SegmentRequest request) {
        requests.add(request);
        return new SegmentSource() {

            private volatile boolean opened;

            @Override
            public void open() {
                if (opened) {
                    return;
                }
                long above = request.highestInUse().get().orElse(0) + 1;
                if (!request.mayMake() && !counters.containsKey(request.name())) {
                    throw new NumbersLostException(describe() + " is missing");
                }
                counters.merge(request.name(), Math.max(request.first(), above), Math::max);
                opened = true;
            }

            @Override
            public Segment fetch() {
                open();
                long end = counters.merge(request.name(), request.size(), Long::sum);
                return new Segment(end - request.size(), end - 1);
            }

            @Override
            public boolean isLost() {
                return false;
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
