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
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in ZooKeeper, with a persistent node for each worker number: {@code root/namespace/number}. The node's
 * data is text with the end and the owner of the reservation. A compare-and-set reads the node and writes it only if its
 * version has not changed.
 *
 * <p>ZooKeeper confirms a write when a majority of its servers has the write on disk, so the write survives a failover. The
 * write may be lost with {@code forceSync=no}, or if a majority of the servers is restored from older files.
 *
 * <p>Thread-safe. The caller owns the client, starts it and closes it.
 */
public final class ZooKeeperReservationStore implements ReservationStore {

    private static final String DEFAULT_ROOT = "/idgen/workers";

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen.worker");

    /** The rights to change a node, its children or its ACL. */
    private static final int CHANGES = Perms.WRITE | Perms.CREATE | Perms.DELETE | Perms.ADMIN;

    private final CuratorFramework client;
    private final String root;
    private final AtomicBoolean isChecked = new AtomicBoolean();

    /**
     * Creates a store under the path {@code /idgen/workers}. Sends no request yet.
     *
     * @param client a started client
     */
    public ZooKeeperReservationStore(CuratorFramework client) {
        this(client, DEFAULT_ROOT);
    }

    /**
     * Creates a store. Sends no request yet.
     *
     * @param client a started client
     * @param root the path above the namespaces, for example {@code /idgen/workers}; the first read or write creates it
     * @throws IllegalArgumentException if the root is not a valid path, or is the top of the tree
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
     * Reads the nodes of the worker numbers in the range with a request for each node. The store's clock is the time that
     * the leader assigns to a write of the namespace's node; the result has no time if the account may not write that node.
     * The write comes first: a server that lags behind the leader then answers the reads only after it has applied that
     * write. The first read also reads the ACLs of the nodes, and logs a warning if everyone may change one of them.
     */
    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return call("read", () -> {
            OptionalLong millis = millis(root + "/" + namespace);
            List<StoredSlot> slots = new ArrayList<>();
            for (String number : numbers(namespace)) {
                long worker = StoredSlot.worker(number);
                if (worker >= from && worker < to) {
                    slots.add(parse(worker, client.getData().forPath(path(namespace, worker))));
                }
            }
            warnIfOpen(namespace, slots);
            return new StoredSlots(slots, millis);
        });
    }

    /**
     * Warns once of a node that everyone may change. The nodes above the root do not matter: ZooKeeper deletes no node that
     * has children.
     */
    private void warnIfOpen(String namespace, List<StoredSlot> slots) throws Exception {
        if (isChecked.get()) {
            return;
        }
        List<String> paths = new ArrayList<>(List.of(root, root + "/" + namespace));
        slots.forEach(slot -> paths.add(path(namespace, slot.worker())));
        for (String path : paths) {
            if (isOpen(path)) {
                if (isChecked.compareAndSet(false, true)) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            describe() + ": node [" + path + "] may be changed by everyone who reaches the server: a"
                                    + " worker number whose node is deleted goes to another process, which makes the same"
                                    + " ids; give the client an account and an ACLProvider, and the existing nodes an ACL,"
                                    + " in zkCli.sh with addauth and setAcl -R " + root + " auth::cdrwa");
                }
                return;
            }
        }
        isChecked.set(true);
    }

    private boolean isOpen(String path) throws Exception {
        try {
            return client.getACL().forPath(path).stream()
                    .anyMatch(acl -> acl.getId().equals(Ids.ANYONE_ID_UNSAFE) && (acl.getPerms() & CHANGES) != 0);
        } catch (KeeperException.NoNodeException | KeeperException.NoAuthException e) {
            return false;
        }
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

    /** Writes a node without changing its data. Creates the node if it is missing. */
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
            return hasUpdate(path, update);
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
            return hasUpdate(path, update);
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    /**
     * Reads the node again and returns whether it has this call's update. After a broken connection, Curator sends a write
     * again, and the second write fails if the first was applied.
     */
    private boolean hasUpdate(String path, StoredSlot update) throws Exception {
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
            throw e instanceof IllegalArgumentException
                            || e instanceof KeeperException.NoAuthException
                            || e instanceof KeeperException.AuthFailedException
                    ? ReservationStoreException.permanent(message, e)
                    : new ReservationStoreException(message, e);
        }
    }
}
