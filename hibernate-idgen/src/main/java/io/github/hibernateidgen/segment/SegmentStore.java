package io.github.hibernateidgen.segment;

/**
 * Gives attributes their segments where these do not come from the entities' database: the object that {@code segment.source}
 * takes. It is the extension point for other services.
 *
 * <p>A store connects when one of its sources is first asked, so that a close never waits for it. If this library has made the
 * store, from the name of its class, and the store is {@link AutoCloseable}, this library closes the store after the last fetch.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface SegmentStore {

    /**
     * Returns the source of an attribute's segments, without asking the store for anything yet. Several requests may name the same
     * numbers: of several attributes, of several tenants, or of one attribute that Hibernate configures twice.
     *
     * @param request what the attribute needs
     * @return the source
     * @throws IllegalArgumentException if this store can't give that
     */
    SegmentSource source(SegmentRequest request);
}
