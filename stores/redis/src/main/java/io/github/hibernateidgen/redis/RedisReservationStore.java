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
 * Keeps reservations in Redis: one hash for each namespace, from the worker number to the end and the owner. A
 * compare-and-set is one script, which Redis runs atomically. A read is a script, too, so that it reaches the server that
 * takes the writes also on a connection that reads from replicas.
 *
 * <p><b>Redis can lose writes by default.</b> It confirms a write before it is on disk or on a replica. After a crash
 * without {@code appendfsync always}, and after a failover to a replica, one number can be handed out twice, and the same
 * ids be issued. Use it where it runs with {@code appendonly yes}, {@code appendfsync always} and {@code maxmemory-policy
 * noeviction}, without automatic failover; otherwise prefer the database or ZooKeeper.
 *
 * <p>Thread-safe. The store opens one connection when it is first asked, and {@link #close()} closes it. The client belongs to
 * the caller, who closes it once the session factory is closed. A command that Redis has not answered within 5 s fails.
 */
public final class RedisReservationStore implements ReservationStore, AutoCloseable {

    private static final String DEFAULT_PREFIX = "idgen:worker:";

    /*
     * The driver sends a script again if the connection breaks before the answer, so the update may be stored already. Its
     * owner token shows that it is ours.
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
     * A script is sent to the server that takes the writes, whatever the client (ReadFrom of Lettuce) or a proxy does with
     * plain reads. A replica may not have a renewal yet, and may still show a row that the master has lost. The time is left
     * out if the server refuses that command.
     */
    private static final String READ = """
            local time = redis.pcall('TIME')
            return {redis.call('HGETALL', KEYS[1]), time[1], time[2]}
            """;

    private static final Pattern REFUSALS = Pattern.compile("NOAUTH|WRONGPASS|NOPERM|ERR invalid password");

    private final RedisConnection connection;
    private final String prefix;

    /**
     * Makes a store of the hashes that begin with {@code idgen:worker:}; nothing is sent yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, with its server
     */
    public RedisReservationStore(AbstractRedisClient client) {
        this(client, DEFAULT_PREFIX);
    }

    /**
     * Makes a store; nothing is sent yet.
     *
     * @param client Lettuce's {@code RedisClient} or {@code RedisClusterClient}, with its server
     * @param prefix what the names of the hashes begin with, for example {@code idgen:worker:}; the namespace follows
     */
    public RedisReservationStore(AbstractRedisClient client, String prefix) {
        this(() -> client, prefix);
    }

    /**
     * Makes a store of the hashes that begin with {@code idgen:worker:}, for a client that is replaced by another from time to
     * time; nothing is sent yet.
     *
     * @param client asked for whenever a connection is opened: at the first use, and at the first use after {@link #close()}
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
            long worker = Long.parseLong((String) fields.get(i));
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

    /** Closes the connection, and leaves the client open. A later call opens another. */
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
            String message = describe() + " could not be " + done + ": " + e.getMessage();
            throw isRefused(e)
                    ? ReservationStoreException.permanent(message, e)
                    : new ReservationStoreException(message, e);
        }
    }

    /** Returns whether the server refuses the account: source: the prefixes of Redis's errors, ACL. */
    private static boolean isRefused(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException
                    && REFUSALS.matcher(String.valueOf(cause.getMessage())).lookingAt()) {
                return true;
            }
        }
        return false;
    }
}
