package io.github.hibernateidgen.spring.boot;

/**
 * The stores that {@code redis} means as a source. Each method throws an {@code IdgenConfigurationException} if there is no
 * connection of Lettuce to a server that takes writes. Neither Lettuce nor the stores need be on the class path.
 */
interface RedisStores {

    /** Returns the store of worker numbers. */
    Object reservations();

    /** Returns the store of segments. */
    Object segments();
}
