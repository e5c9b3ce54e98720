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
 * Takes segments from counters in Redis. A counter is a hash with the highest number that was handed out ({@code value}) and
 * a random {@code token}. Processes may take segments of different sizes from the same counter.
 *
 * <p><b>By default, Redis can lose writes.</b> From the token and the value, a process detects that its counter is missing,
 * was created again, or is below a number that this process has taken. The process then issues no more numbers of this
 * counter and throws {@link NumbersLostException}. If Redis loses only its last writes, in a crash without {@code
 * appendfsync always} or in a failover to a replica, another process can get the numbers of these writes a second time
 * before the loss is detected. To prevent this, pass the constructor a {@code settle} time: the store then waits for that
 * time and checks that Redis has not lost its numbers before it issues them.
 *
 * <p>Before the first segment, the counter is compared with the highest number in use. A missing counter is created if no
 * number is in use and the request allows it. Otherwise a missing counter, or a counter below that number, leads to a {@link
 * NumbersLostException}.
 *
 * <p>Thread-safe. The store opens a connection at the first use of a counter, and {@link #close()} closes the connection.
 * The caller owns the client and closes it after this store.
 */
public final class RedisSegmentStore implements SegmentStore, AutoCloseable {

    private static final String DEFAULT_PREFIX = "idgen:segment:";
    private static final Duration LONGEST_SETTLE = Duration.ofMinutes(1);

    private final RedisConnection connection;
    private final String prefix;
    private final Duration settle;

    /** The first source of each counter. Later sources of a counter share the knowledge of its first source. */
    private final Map<String, RedisSegmentSource> first = new ConcurrentHashMap<>();

    /**
     * Creates a store with hashes that begin with {@code idgen:segment:}, for a Redis that loses no confirmed write. Sends
     * no command yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, configured with its server
     */
    public RedisSegmentStore(AbstractRedisClient client) {
        this(client, DEFAULT_PREFIX, Duration.ZERO);
    }

    /**
     * Creates a store. Sends no command yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, configured with its server
     * @param prefix the start of the names of the hashes, for example {@code idgen:segment:}; the name of the sequence
     *     follows, or the name of the entity's table if there is no sequence name. All processes that write a table need the
     *     same prefix. Databases that share a Redis need different prefixes
     * @param settle the span of confirmed writes that Redis may lose in a failover or a crash: 0 to 1 min, and at most half
     *     of {@code segment.timeout}. The store waits this long before it issues the numbers of a segment. All processes
     *     that take numbers from a counter need the same value
     * @throws IllegalArgumentException if {@code settle} is out of range
     */
    public RedisSegmentStore(AbstractRedisClient client, String prefix, Duration settle) {
        this(() -> client, prefix, settle);
    }

    /**
     * Creates a store with hashes that begin with {@code idgen:segment:}, for a Redis that loses no confirmed write and an
     * application that replaces its client from time to time. Sends no command yet.
     *
     * @param client supplies the client; called each time the store opens a connection: at the first use, at the first use
     *     after {@link #close()}, at the first use after the client was shut down, and at the first use after a break if
     *     the client does not reconnect. Several threads may call it at the same time
     */
    public RedisSegmentStore(Supplier<? extends AbstractRedisClient> client) {
        this(client, DEFAULT_PREFIX, Duration.ZERO);
    }

    RedisSegmentStore(Supplier<? extends AbstractRedisClient> client, String prefix, Duration settle) {
        if (settle.isNegative() || settle.compareTo(LONGEST_SETTLE) > 0) {
            throw new IllegalArgumentException(
                    "settle [" + settle + "] is out of range; give 0 ms to " + LONGEST_SETTLE.toMillis() + " ms");
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
                    + most.toMillis() + " ms, or let callers wait longer");
        }
        return first.computeIfAbsent(
                        request.name(),
                        name -> new RedisSegmentSource(
                                new RedisCounter(connection::commands, connection::openCommands, prefix + name),
                                request,
                                settle))
                .sharing(request);
    }

    /** Closes the connection. The client stays open. A later fetch opens a new connection. */
    @Override
    public void close() {
        connection.close();
    }
}
