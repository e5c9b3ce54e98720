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
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
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

    /**
     * How many updates the store remembers. A look at a confirmed update comes within a third of the window, and in that time
     * a process confirms a few updates.
     */
    private static final int MOST_CONFIRMED = 1_000;

    /*
     * The driver sends a script again if the connection breaks before the answer, so the first run may have stored the
     * update already. The owner token in the update is unique, so an equal text is this process's update. Returns the stamp
     * of the run that has stored the update, and an empty text if the update is not stored.
     *
     * The stamp has a field of its own beside the row, whose name is a number below 0. Earlier versions read such a field as a
     * worker number out of their range. A stamp in the row's text would lengthen owners beyond the longest owner.
     */
    private static final String COMPARE_AND_SET = Stamp.SCRIPT + """
            local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
            if current == ARGV[2] then
                redis.call('HSET', KEYS[1], ARGV[1], ARGV[3], ARGV[4], stamp)
                return stamp
            end
            return current == ARGV[3] and redis.call('HGET', KEYS[1], ARGV[4]) or ''
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

    /** The updates that Redis has confirmed to this store, with the stamp of the run that the first answer has named. */
    private final Map<Content, String> confirmed = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Content, String> eldest) {
            return size() > MOST_CONFIRMED;
        }
    });

    private record Content(String namespace, StoredSlot slot) {}

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

    /**
     * {@inheritDoc}
     *
     * <p>If a row has an update that was confirmed to this store, but that another run of its script has written, Redis has
     * lost the confirmed update, and could lose the row, too. This method replaces the row, so that the row is not taken for
     * the confirmed update. The row keeps its end.
     */
    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return call("read", commands -> read(commands, namespace, from, to));
    }

    private StoredSlots read(RedisClusterCommands<String, String> commands, String namespace, long from, long to) {
        List<Object> fieldsAndTime = commands.eval(READ, ScriptOutputType.MULTI, new String[] {prefix + namespace});
        List<StoredSlot> slots = new ArrayList<>();
        Map<Long, String> stamps = new HashMap<>();
        List<?> fields = (List<?>) fieldsAndTime.get(0);
        for (int i = 0; i < fields.size(); i += 2) {
            long worker = StoredSlot.worker((String) fields.get(i));
            String text = (String) fields.get(i + 1);
            if (worker < 0) {
                stamps.put(worker, text);
            } else if (worker >= from && worker < to) {
                slots.add(StoredSlot.of(worker, text));
            }
        }
        for (StoredSlot slot : slots) {
            String stamp = confirmed.get(new Content(namespace, slot));
            if (stamp != null && !stamp.equals(stamps.get(stampField(slot)))) {
                write(commands, namespace, slot, writtenAgain(slot));
                return read(commands, namespace, from, to);
            }
        }
        return new StoredSlots(slots, millis(fieldsAndTime));
    }

    private static StoredSlot writtenAgain(StoredSlot slot) {
        return new StoredSlot(slot.worker(), "written-again/" + UUID.randomUUID(), slot.reservedUntil());
    }

    private static OptionalLong millis(List<Object> fieldsAndTime) {
        return fieldsAndTime.size() < 3
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong((String) fieldsAndTime.get(1)) * 1000
                        + Long.parseLong((String) fieldsAndTime.get(2)) / 1000);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        String stamp = call("written", commands -> write(commands, namespace, expected, update));
        if (stamp.isEmpty()) {
            return false;
        }
        // Only the first answer counts. A later answer may come from a later run, after the caller has counted the
        // first one.
        confirmed.putIfAbsent(new Content(namespace, update), stamp);
        return true;
    }

    /** Returns the stamp of the run that has stored the update; empty if the update is not stored. */
    private String write(
            RedisClusterCommands<String, String> commands,
            String namespace,
            @Nullable StoredSlot expected,
            StoredSlot update) {
        return commands.eval(
                COMPARE_AND_SET,
                ScriptOutputType.VALUE,
                new String[] {prefix + namespace},
                Long.toString(update.worker()),
                expected == null ? "" : expected.text(),
                update.text(),
                Long.toString(stampField(update)));
    }

    /** Returns the name of the field with the stamp, a number below 0. */
    private static long stampField(StoredSlot slot) {
        return -1 - slot.worker();
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
