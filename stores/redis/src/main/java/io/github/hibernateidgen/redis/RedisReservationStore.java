package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in Redis. Each namespace has a hash that maps a worker number to the end and the owner of its
 * reservation. A compare-and-set is a script, which Redis runs atomically. A read is a script as well: scripts reach the
 * master even on a connection that reads from replicas.
 *
 * <p><b>By default, Redis can lose writes.</b> Redis confirms a write before the write is on disk or on a replica. After a
 * crash without {@code appendfsync always}, or after a failover to a replica, two processes can get the same worker number
 * and make the same ids. Use a Redis with {@code appendonly yes}, {@code appendfsync always} and
 * {@code maxmemory-policy noeviction}, and without automatic failover. For any other Redis, set
 * {@code hibernate.idgen.worker.settle} to a sufficient span, or prefer the database, ZooKeeper or etcd.
 *
 * <p>Thread-safe. The store opens a connection at its first use, and {@link #close()} closes the connection. The caller owns
 * the client and closes it after the session factory. A command fails if Redis has not answered within 5 s.
 */
public final class RedisReservationStore implements ReservationStore, AutoCloseable {

    private static final String DEFAULT_PREFIX = "idgen:worker:";

    /*
     * The driver sends a script again if the connection breaks before the answer, so the first run may have stored the
     * update already. The owner token in the update is unique, so an equal text is this process's update.
     */
    private static final String COMPARE_AND_SET = """
            local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
            local applied = current == ARGV[2] or current == ARGV[3]
            if current == ARGV[2] then
                redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
            end
            return applied and 1 or 0
            """;

    /*
     * A script is sent to the master, even if the client (ReadFrom of Lettuce) or a proxy sends ordinary reads to a replica.
     * A replica may not have a renewal yet, or may still have a reservation that the master has lost. The answer has no time
     * if the server rejects the command TIME.
     */
    private static final String READ = """
            local time = redis.pcall('TIME')
            return {redis.call('HGETALL', KEYS[1]), time[1], time[2]}
            """;

    private static final Pattern REJECTIONS = Pattern.compile("NOAUTH|WRONGPASS|NOPERM|ERR invalid password");

    private final RedisConnection connection;
    private final String prefix;

    /**
     * Creates a store with hashes whose names begin with {@code idgen:worker:}. Sends no command yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, configured with its server
     */
    public RedisReservationStore(AbstractRedisClient client) {
        this(client, DEFAULT_PREFIX);
    }

    /**
     * Creates a store. Sends no command yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, configured with its server
     * @param prefix the start of the names of the hashes, for example {@code idgen:worker:}; the namespace follows
     */
    public RedisReservationStore(AbstractRedisClient client, String prefix) {
        this(() -> client, prefix);
    }

    /**
     * Creates a store with hashes whose names begin with {@code idgen:worker:}, for an application that replaces its client
     * from time to time. Sends no command yet.
     *
     * @param client supplies the client; called each time the store opens a connection: at the first use, at the first use
     *     after {@link #close()}, at the first use after the client was shut down, and at the first use after a break if the
     *     client does not reconnect. Several threads may call it at the same time
     */
    public RedisReservationStore(Supplier<? extends AbstractRedisClient> client) {
        this(client, DEFAULT_PREFIX);
    }

    RedisReservationStore(Supplier<? extends AbstractRedisClient> client, String prefix) {
        this.connection = new RedisConnection(client);
        this.prefix = prefix;
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return call("read", commands -> {
            List<Object> fieldsAndTime = commands.eval(READ, ScriptOutputType.MULTI, new String[] {prefix + namespace});
            return new StoredSlots(slots((List<?>) fieldsAndTime.get(0), from, to), millis(fieldsAndTime));
        });
    }

    private static List<StoredSlot> slots(List<?> fields, long from, long to) {
        List<StoredSlot> slots = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            long worker = StoredSlot.worker((String) fields.get(i));
            if (worker >= from && worker < to) {
                slots.add(StoredSlot.of(worker, (String) fields.get(i + 1)));
            }
        }
        return slots;
    }

    private static OptionalLong millis(List<Object> fieldsAndTime) {
        return fieldsAndTime.size() < 3
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong((String) fieldsAndTime.get(1)) * 1000
                        + Long.parseLong((String) fieldsAndTime.get(2)) / 1000);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        Long applied = call(
                "written",
                commands -> commands.eval(
                        COMPARE_AND_SET,
                        ScriptOutputType.INTEGER,
                        new String[] {prefix + namespace},
                        Long.toString(update.worker()),
                        expected == null ? "" : expected.text(),
                        update.text()));
        return applied == 1;
    }

    /** Closes the connection. The client stays open. A later call opens a new connection. */
    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String describe() {
        return "Redis hashes " + prefix + "*";
    }

    private <T> T call(String done, Function<RedisClusterCommands<String, String>, T> command) {
        try {
            return command.apply(connection.commands());
        } catch (RuntimeException e) {
            Throwable rejection = rejection(e);
            Throwable reason = rejection == null ? e : rejection;
            String message = describe() + " could not be " + done + ": " + reason.getMessage();
            throw e instanceof IllegalArgumentException || rejection != null
                    ? ReservationStoreException.permanent(message, e)
                    : new ReservationStoreException(message, e);
        }
    }

    /**
     * Returns the cause with which the server rejected the account: the login failed, or the user may not run the command;
     * null if there is none. Source of the prefixes of the errors: Redis's documentation, "ACL".
     */
    private static @Nullable Throwable rejection(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException
                    && REJECTIONS.matcher(String.valueOf(cause.getMessage())).lookingAt()) {
                return cause;
            }
        }
        return null;
    }
}
