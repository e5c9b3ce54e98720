package io.github.hibernateidgen.segment;

/**
 * Gives attributes their segments from a place other than the entities' database. The setting {@code segment.source} takes
 * such an object. This interface is the extension point for other services.
 *
 * <p>A store connects when one of its sources is first used, and not when the store is made or closed. If this library has
 * made the store from its class, and the store is {@link AutoCloseable}, this library closes the store after the last
 * fetch.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface SegmentStore {

    /**
     * Returns the source of an attribute's segments, without a request to the store yet. Several calls may pass the same
     * name: for several attributes, for several tenants, or for a single attribute that Hibernate configures twice.
     *
     * @param request the requirements of the attribute
     * @return the source
     * @throws IllegalArgumentException if this store can't fulfil the request
     */
    SegmentSource source(SegmentRequest request);
}
