package io.github.hibernateidgen.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in etcd, with a key for each worker number: {@code prefix} + {@code namespace/number}. The key's value
 * is text with the end and the owner of the reservation. A compare-and-set is a transaction that compares the revision of
 * the key's last write. Reads are linearizable. The keys have no lease, so they do not expire.
 *
 * <p>etcd confirms a write when a majority of its members has the write on disk, so the write survives a crash or a
 * failover. The write may be lost with {@code --unsafe-no-fsync}, or if the cluster is restored from a snapshot.
 *
 * <p>A call fails if etcd has not answered within 5 s. The write of such a call may still have happened, as {@link
 * ReservationStore} allows.
 *
 * <p>Thread-safe. The caller owns the client and closes it.
 */
public final class EtcdReservationStore implements ReservationStore {

    private static final String DEFAULT_PREFIX = "/idgen/workers/";

    /** Less than the longest time limit of a call to a store, so that most calls end before their threads are abandoned. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** The error codes for an unknown account, a wrong password, or a missing permission. */
    private static final Set<ErrorCode> REJECTIONS =
            Set.of(ErrorCode.INVALID_ARGUMENT, ErrorCode.UNAUTHENTICATED, ErrorCode.PERMISSION_DENIED);

    private final Client client;
    private final String prefix;
    private final Duration limit;
    private final LongSupplier nanoTime;

    /**
     * Creates a store with keys that begin with {@code /idgen/workers/}. Sends no request yet.
     *
     * @param client the client, configured with the addresses, the certificates and the account
     */
    public EtcdReservationStore(Client client) {
        this(client, DEFAULT_PREFIX);
    }

    /**
     * Creates a store. Sends no request yet.
     *
     * @param client the client, configured with the addresses, the certificates and the account
     * @param prefix the start of the keys, for example {@code /idgen/workers/}; the namespace follows
     */
    public EtcdReservationStore(Client client, String prefix) {
        this(client, prefix, LIMIT, System::nanoTime);
    }

    EtcdReservationStore(Client client, String prefix, Duration limit, LongSupplier nanoTime) {
        this.client = client;
        this.prefix = prefix;
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        ByteSequence start = bytes(path(namespace));
        return call("read", begin -> {
            List<StoredSlot> slots = new ArrayList<>();
            GetOption all = GetOption.builder().isPrefix(true).build();
            for (KeyValue found :
                    await(begin, client.getKVClient().get(start, all)).getKvs()) {
                long worker = StoredSlot.worker(text(found.getKey().substring(start.size())));
                if (worker >= from && worker < to) {
                    slots.add(parse(worker, found));
                }
            }
            return new StoredSlots(slots);
        });
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        ByteSequence key = bytes(path(namespace) + update.worker());
        return call("written", begin -> {
            if (expected == null) {
                return replace(key, 0, update, begin);
            }
            KeyValue found = first(await(begin, client.getKVClient().get(key)));
            if (found == null) {
                return false;
            }
            StoredSlot content = parse(update.worker(), found);
            return content.equals(expected)
                    ? replace(key, found.getModRevision(), update, begin)
                    : content.equals(update);
        });
    }

    @Override
    public String describe() {
        return "etcd keys " + prefix + "*";
    }

    /**
     * Writes a key if the key's last write has the given revision. Revision 0 means that the key must not exist. etcd never
     * uses a revision twice, even if a key is deleted and created again. If the comparison fails, the stored value may still
     * be this call's update: after a broken connection the client sends the request again, and the second request fails
     * because the first was applied.
     */
    private boolean replace(ByteSequence key, long revision, StoredSlot update, long begin) throws Exception {
        TxnResponse answer = await(
                begin,
                client.getKVClient()
                        .txn()
                        .If(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(revision)))
                        .Then(Op.put(key, bytes(update.text()), PutOption.DEFAULT))
                        .Else(Op.get(key, GetOption.DEFAULT))
                        .commit());
        if (answer.isSucceeded()) {
            return true;
        }
        KeyValue found = first(answer.getGetResponses().get(0));
        return found != null && parse(update.worker(), found).equals(update);
    }

    private String path(String namespace) {
        return prefix + namespace + "/";
    }

    private static @Nullable KeyValue first(GetResponse response) {
        List<KeyValue> found = response.getKvs();
        return found.isEmpty() ? null : found.get(0);
    }

    private static StoredSlot parse(long worker, KeyValue found) {
        return StoredSlot.of(worker, text(found.getValue()));
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, UTF_8);
    }

    private static String text(ByteSequence bytes) {
        return bytes.toString(UTF_8);
    }

    private <T> T call(String done, Work<T> work) {
        try {
            return work.call(nanoTime.getAsLong());
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            String message = describe() + " could not be " + done + ": " + reason(e);
            boolean isRejected =
                    e.getCause() instanceof EtcdException rejection && REJECTIONS.contains(rejection.getErrorCode());
            throw e instanceof IllegalArgumentException || isRejected
                    ? ReservationStoreException.permanent(message, e)
                    : new ReservationStoreException(message, e);
        }
    }

    private String reason(Exception e) {
        if (e instanceof InterruptedException) {
            return "the thread was interrupted";
        }
        if (e instanceof TimeoutException) {
            return "no answer within [" + limit.toMillis() + " ms]";
        }
        if (e instanceof IllegalArgumentException) {
            return String.valueOf(e.getMessage()); // Of StoredSlot.
        }
        Throwable failure = e instanceof ExecutionException ? e.getCause() : e;
        Throwable cause = failure == null ? null : failure.getCause();
        // If no server answers, only the cause of gRPC's exception has the reason.
        return failure + (cause == null ? "" : ": " + cause.getMessage());
    }

    /**
     * Waits for the answer to a request. A call has one or two requests, which share the call's time limit. A request that
     * takes too long is canceled, because the client might otherwise send it again.
     *
     * @param begin the nanosecond time when the call began
     */
    private <T> T await(long begin, CompletableFuture<T> answer) throws Exception {
        try {
            return answer.get(limit.toNanos() - (nanoTime.getAsLong() - begin), NANOSECONDS);
        } finally {
            answer.cancel(false);
        }
    }

    private interface Work<T> {
        T call(long begin) throws Exception;
    }
}
