package io.github.hibernateidgen.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in ZooKeeper, one persistent node for each worker number: {@code root/namespace/number}, with the
 * end and the owner as its text. A compare-and-set writes a version of the node that it has read.
 *
 * <p>ZooKeeper confirms a write when a majority of its servers has it on disk, so it survives a failover. It does not
 * with {@code forceSync=no}, or when a majority is restored from older files.
 *
 * <p>Thread-safe. The client belongs to the caller, who starts and closes it.
 */
public final class ZooKeeperReservationStore implements ReservationStore {

    private static final String DEFAULT_ROOT = "/idgen/workers";

    private final CuratorFramework client;
    private final String root;

    /**
     * Makes a store under the path {@code /idgen/workers}; nothing is sent yet.
     *
     * @param client a started client
     */
    public ZooKeeperReservationStore(CuratorFramework client) {
        this(client, DEFAULT_ROOT);
    }

    /**
     * Makes a store; nothing is sent yet.
     *
     * @param client a started client
     * @param root the path that the namespaces are kept under, for example {@code /idgen/workers}; it is created with
     *     the first number
     * @throws IllegalArgumentException if the root is not a path
     */
    public ZooKeeperReservationStore(CuratorFramework client, String root) {
        PathUtils.validatePath(root);
        if (root.endsWith("/")) {
            throw new IllegalArgumentException("root path [" + root
                    + "] is the top of ZooKeeper's tree; give one below it, such as /idgen/workers");
        }
        this.client = client;
        this.root = root;
    }

    /**
     * Reads the nodes of these numbers, each with a request. The clock is the time that the leader gives to a write of the
     * namespace's node; there is none if that node may not be written. The write comes first, so that a server that lags behind
     * the leader is read only once it has caught up with that write.
     */
    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return call("read", () -> {
            OptionalLong millis = millis(root + "/" + namespace);
            List<StoredSlot> slots = new ArrayList<>();
            for (String number : numbers(namespace)) {
                long worker = Long.parseLong(number);
                if (worker >= from && worker < to) {
                    slots.add(parse(worker, client.getData().forPath(path(namespace, worker))));
                }
            }
            return new StoredSlots(slots, millis);
        });
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        String path = path(namespace, update.worker());
        return call("written", () -> expected == null ? create(path, update) : replace(path, expected, update));
    }

    @Override
    public String describe() {
        return "ZooKeeper path " + root;
    }

    private List<String> numbers(String namespace) throws Exception {
        try {
            return client.getChildren().forPath(root + "/" + namespace);
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private OptionalLong millis(String path) throws Exception {
        try {
            return OptionalLong.of(touch(path).getMtime());
        } catch (KeeperException.NoAuthException e) {
            return OptionalLong.empty();
        }
    }

    /** Writes a node without changing it, or makes it. */
    private Stat touch(String path) throws Exception {
        try {
            return client.setData().forPath(path, client.getData().forPath(path));
        } catch (KeeperException.NoNodeException e) {
            Stat written = new Stat();
            client.create()
                    .orSetData()
                    .storingStatIn(written)
                    .creatingParentsIfNeeded()
                    .forPath(path, new byte[0]);
            return written;
        }
    }

    private boolean create(String path, StoredSlot update) throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, format(update));
            return true;
        } catch (KeeperException.NodeExistsException e) {
            return isOurs(path, update);
        }
    }

    private boolean replace(String path, StoredSlot expected, StoredSlot update) throws Exception {
        try {
            Stat version = new Stat();
            StoredSlot found = parse(
                    update.worker(), client.getData().storingStatIn(version).forPath(path));
            if (!found.equals(expected)) {
                return found.equals(update);
            }
            client.setData().withVersion(version.getVersion()).forPath(path, format(update));
            return true;
        } catch (KeeperException.BadVersionException e) {
            return isOurs(path, update);
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    /**
     * Reads the node again: if the connection breaks, Curator sends a write twice, and the second one loses to the first.
     */
    private boolean isOurs(String path, StoredSlot update) throws Exception {
        return parse(update.worker(), client.getData().forPath(path)).equals(update);
    }

    private String path(String namespace, long worker) {
        return root + "/" + namespace + "/" + worker;
    }

    private static byte[] format(StoredSlot slot) {
        return slot.text().getBytes(US_ASCII);
    }

    private static StoredSlot parse(long worker, byte[] data) {
        return StoredSlot.of(worker, new String(data, US_ASCII));
    }

    private <T> T call(String done, Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            String message = describe() + " could not be " + done + ": " + e.getMessage();
            throw e instanceof KeeperException.NoAuthException || e instanceof KeeperException.AuthFailedException
                    ? ReservationStoreException.permanent(message, e)
                    : new ReservationStoreException(message, e);
        }
    }
}
