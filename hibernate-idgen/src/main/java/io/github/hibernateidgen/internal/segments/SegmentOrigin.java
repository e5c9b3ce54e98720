package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.segment.SegmentSource;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** Where an attribute's segments come from. Thread-safe. */
public interface SegmentOrigin {

    /**
     * A source for threads of ours. What belongs to the caller's thread, such as its tenant, is asked for here.
     *
     * @param caller the session that wants an id
     */
    SegmentSource apart(SharedSessionContractImplementor caller);

    /**
     * A source in the caller's own session, which needs no other connection.
     *
     * @param caller the session that wants an id
     * @return the source, or null where there is none
     */
    @Nullable
    SegmentSource within(SharedSessionContractImplementor caller);
}
