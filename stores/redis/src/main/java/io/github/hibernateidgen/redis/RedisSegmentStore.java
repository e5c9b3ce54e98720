package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import io.lettuce.core.AbstractRedisClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Segments of counters in Redis, each one hash with the highest number that was handed out ({@code value}) and a random
 * {@code token}. Processes may take segments of different sizes from one counter.
 *
 * <p><b>Redis can lose writes by default.</b> A counter that is gone, was made again, or is below what it has given is
 * recognized by its token and its value: no more of its numbers are issued, and {@link NumbersLostException} says so. If
 * Redis loses only its last writes, in a crash without {@code appendfsync always} or in a failover to a replica, it gives
 * the numbers of those writes again. A store that is told how much may be lost waits for that long, and checks that its
 * numbers are still its own.
 *
 * <p>Before the first segment the counter is compared with the highest number in use. It is made if there is none, no
 * number is in use, and it may be made; otherwise a counter that is missing, or below that number, is refused.
 *
 * <p>Thread-safe. The store opens one connection when a counter is first asked, and {@link #close()} closes it. The client
 * belongs to the caller, who closes it later.
 */
public final class RedisSegmentStore implements SegmentStore, AutoCloseable {

    private static final String DEFAULT_PREFIX = "idgen:segment:";
    private static final Duration LONGEST_SETTLE = Duration.ofMinutes(1);

    private final RedisConnection connection;
    private final String prefix;
    private final Duration settle;

    /** The first source of each counter. Those that follow share what it learns of the counter. */
    private final Map<String, RedisSegmentSource> first = new ConcurrentHashMap<>();

    /**
     * Makes a store of the hashes that begin with {@code idgen:segment:}, in a Redis that loses nothing; nothing is sent yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, with its server
     */
    public RedisSegmentStore(AbstractRedisClient client) {
        this(client, DEFAULT_PREFIX, Duration.ZERO);
    }

    /**
     * Makes a store; nothing is sent yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, with its server
     * @param prefix what the names of the hashes begin with, for example {@code idgen:segment:}; the name of the sequence, or else
     *     of the entity's table, follows. All that write a table need the same prefix; databases that share one Redis need one each
     * @param settle how much Redis may lose of what it has confirmed, measured back from a failover or a crash: 0 to 1 min, and
     *     half of {@code segment.timeout} at most. A segment is issued so long after Redis gave it. All that take numbers of a
     *     counter need the same
     * @throws IllegalArgumentException if {@code settle} is out of range
     */
    public RedisSegmentStore(AbstractRedisClient client, String prefix, Duration settle) {
        this(() -> client, prefix, settle);
    }

    /**
     * Makes a store of the hashes that begin with {@code idgen:segment:}, in a Redis that loses nothing, for a client that is
     * replaced by another from time to time; nothing is sent yet.
     *
     * @param client asked for whenever a connection is opened: at the first use, and at the first use after {@link #close()}
     */
    public RedisSegmentStore(Supplier<? extends AbstractRedisClient> client) {
        this(client, DEFAULT_PREFIX, Duration.ZERO);
    }

    RedisSegmentStore(Supplier<? extends AbstractRedisClient> client, String prefix, Duration settle) {
        if (settle.isNegative() || settle.compareTo(LONGEST_SETTLE) > 0) {
            throw new IllegalArgumentException("settle [" + settle.toMillis() + " ms] is out of range; give 0 ms to "
                    + LONGEST_SETTLE.toMillis() + " ms");
        }
        this.connection = new RedisConnection(client);
        this.prefix = prefix;
        this.settle = settle;
    }

    @Override
    public SegmentSource source(SegmentRequest request) {
        Duration most = request.timeout().dividedBy(2);
        if (settle.compareTo(most) > 0) {
            throw new IllegalArgumentException("settle [" + settle.toMillis()
                    + " ms] is more than half of the time that a caller waits for a segment; give 0 ms to "
                    + most.toMillis() + " ms, or make hibernate.idgen.segment.timeout longer");
        }
        return first.computeIfAbsent(
                        request.name(),
                        name -> new RedisSegmentSource(
                                new RedisCounter(connection::commands, prefix + name), request, settle))
                .sharing(request);
    }

    /** Closes the connection, and leaves the client open. A source that is asked later opens another. */
    @Override
    public void close() {
        connection.close();
    }
}
