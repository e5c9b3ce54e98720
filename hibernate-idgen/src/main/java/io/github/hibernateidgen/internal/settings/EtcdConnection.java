package io.github.hibernateidgen.internal.settings;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.worker.etcd.EtcdReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A store in etcd with a client of its own, which is made when it is first used, and again after a failure. A client that
 * is kept pauses for longer and longer before it connects again, up to two minutes, and is then that late after an outage.
 *
 * <p>Thread-safe.
 */
final class EtcdConnection implements ReservationStore {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Supplier<Client> maker;
    private final String prefix;
    private final AtomicReference<@Nullable Client> opened = new AtomicReference<>();
    private volatile boolean closed;

    EtcdConnection(List<URI> endpoints, String prefix) {
        // The reservation has its own pauses and tries again by itself.
        this(
                () -> Client.builder()
                        .endpoints(endpoints)
                        .waitForReady(false)
                        .retryMaxAttempts(0)
                        .build(),
                prefix);
    }

    EtcdConnection(Supplier<Client> maker, String prefix) {
        this.maker = maker;
        this.prefix = prefix;
    }

    @Override
    public List<StoredSlot> read(String namespace) {
        return call(store -> store.read(namespace));
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return call(store -> store.compareAndSet(namespace, expected, update));
    }

    @Override
    public String describe() {
        return "etcd keys " + prefix + "*";
    }

    /** Closes the client, also one that a call is about to open. */
    void close() {
        closed = true;
        Client known = opened.getAndSet(null);
        if (known != null) {
            closeQuietly(known);
        }
    }

    private <T> T call(Function<ReservationStore, T> work) {
        Client client = client();
        try {
            return work.apply(new EtcdReservationStore(client, prefix));
        } catch (RuntimeException e) {
            if (opened.compareAndSet(client, null)) {
                closeQuietly(client);
            }
            throw e;
        }
    }

    /** Returns the client. Of two calls that make one at the same time, the second closes its own again. */
    private Client client() {
        Client known = opened.get();
        if (known != null) {
            return known;
        }
        Client made = maker.get();
        boolean isFirst = opened.compareAndSet(null, made);
        if (!isFirst || closed) {
            closeQuietly(made);
        }
        return isFirst ? made : client();
    }

    /** A client that refuses to close hides no failure of the store, and stops no close of the session factory. */
    private static void closeQuietly(Client client) {
        try {
            client.close();
        } catch (RuntimeException e) {
            LOG.debugf(e, "A client of etcd could not be closed");
        }
    }
}
