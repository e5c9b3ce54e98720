package io.github.hibernateidgen.worker.redis;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
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
 * <p>Thread-safe. The connection belongs to the caller, who closes it.
 */
public final class RedisReservationStore implements ReservationStore {

    /*
     * The driver sends a script again if the connection breaks before the answer, so the update may be stored already. Its
     * owner token shows that it is ours. The time is read after the write, since Redis before version 5 refuses writes after
     * it, and is left out if the server refuses that command.
     */
    private static final String COMPARE_AND_SET = """
            local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
            local applied = current == ARGV[2] or current == ARGV[3]
            if current == ARGV[2] then
                redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
            end
            local time = redis.pcall('TIME')
            return {applied and 1 or 0, time[1], time[2]}
            """;

    /*
     * A script is sent to the server that takes the writes, whatever the client (ReadFrom of Lettuce) or a proxy does with
     * plain reads. A replica may not have a renewal yet, and may still show a row that the master has lost.
     */
    private static final String READ = "return redis.call('HGETALL', KEYS[1])";

    private static final Pattern REFUSALS = Pattern.compile("NOAUTH|WRONGPASS|NOPERM|ERR invalid password");

    private final Supplier<? extends RedisClusterCommands<String, String>> commands;
    private final String prefix;

    /**
     * Makes a store; nothing is sent yet.
     *
     * @param commands of a connection to a server or to a cluster: {@code connection.sync()}
     * @param prefix what the names of the hashes begin with, for example {@code idgen:worker:}; the namespace follows
     */
    public RedisReservationStore(RedisClusterCommands<String, String> commands, String prefix) {
        this(() -> commands, prefix);
    }

    /**
     * Makes a store on a connection that is opened when it is needed.
     *
     * @param commands asked for at each use; a {@link RedisException} means that the server can't be reached
     * @param prefix what the names of the hashes begin with, for example {@code idgen:worker:}; the namespace follows
     */
    public RedisReservationStore(Supplier<? extends RedisClusterCommands<String, String>> commands, String prefix) {
        this.commands = commands;
        this.prefix = prefix;
    }

    @Override
    public List<StoredSlot> read(String namespace) {
        try {
            List<String> fields = commands.get().eval(READ, ScriptOutputType.MULTI, new String[] {prefix + namespace});
            List<StoredSlot> slots = new ArrayList<>();
            for (int i = 0; i < fields.size(); i += 2) {
                slots.add(StoredSlot.of(Long.parseLong(fields.get(i)), fields.get(i + 1)));
            }
            return slots;
        } catch (RedisException e) {
            throw failure("read", e);
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return compareAndSet(namespace, expected, update, millis -> {});
    }

    @Override
    public boolean compareAndSet(
            String namespace, @Nullable StoredSlot expected, StoredSlot update, LongConsumer clock) {
        try {
            List<Object> appliedAndTime = commands.get()
                    .eval(
                            COMPARE_AND_SET,
                            ScriptOutputType.MULTI,
                            new String[] {prefix + namespace},
                            Long.toString(update.worker()),
                            expected == null ? "" : expected.text(),
                            update.text());
            if (appliedAndTime.size() == 3) {
                clock.accept(millis((String) appliedAndTime.get(1), (String) appliedAndTime.get(2)));
            }
            return appliedAndTime.get(0).equals(1L);
        } catch (RedisException e) {
            throw failure("written", e);
        }
    }

    /** Reads the server's clock by {@code TIME}; empty if the server refuses that command. */
    @Override
    public OptionalLong millis(String namespace) {
        try {
            List<String> secondsAndMicros = commands.get().time();
            return OptionalLong.of(millis(secondsAndMicros.get(0), secondsAndMicros.get(1)));
        } catch (RedisCommandExecutionException e) {
            return OptionalLong.empty();
        } catch (RedisException e) {
            throw failure("read", e);
        }
    }

    private static long millis(String seconds, String micros) {
        return Long.parseLong(seconds) * 1000 + Long.parseLong(micros) / 1000;
    }

    @Override
    public String describe() {
        return "Redis hashes " + prefix + "*";
    }

    private ReservationStoreException failure(String done, RedisException e) {
        String message = describe() + " could not be " + done + ": " + e.getMessage();
        return isRefused(e)
                ? ReservationStoreException.permanent(message, e)
                : new ReservationStoreException(message, e);
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
