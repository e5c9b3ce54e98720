package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Segments in memory. The store keeps each request, as a store may that outlives the session factories. */
public final class RememberingStore implements SegmentStore {

    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
    private final List<SegmentRequest> requests = new CopyOnWriteArrayList<>();

    /** For the setting. */
    public RememberingStore() {}

    @Override
    public SegmentSource source(SegmentRequest request) {
        requests.add(request);
        AtomicLong next = counters.computeIfAbsent(request.name(), name -> new AtomicLong(request.first()));
        return new SegmentSource() {
            @Override
            public void open() {
                long highest = request.highestInUse().get().orElse(0);
                next.accumulateAndGet(highest + 1, Math::max);
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
