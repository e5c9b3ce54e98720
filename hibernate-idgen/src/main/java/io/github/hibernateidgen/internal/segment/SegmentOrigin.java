package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.segment.SegmentSource;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** The origin of an attribute's segments. Thread-safe. */
interface SegmentOrigin {

    /**
     * Returns a source for the threads of this library. The state of the caller's thread, such as its tenant, is read before
     * this method returns.
     *
     * @param caller the session that requests an id
     */
    SegmentSource separateSource(SharedSessionContractImplementor caller);

    /**
     * Returns a source that uses the caller's session and needs no other connection. Under JTA, a caller in a transaction counts
     * as having a connection, even before its first statement. By default, there is no such source.
     *
     * @param caller the session that requests an id
     * @return the source, or null if there is none
     */
    default @Nullable SegmentSource callerSource(SharedSessionContractImplementor caller) {
        return null;
    }
}
