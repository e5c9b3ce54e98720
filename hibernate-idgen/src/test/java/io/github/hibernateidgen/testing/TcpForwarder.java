package io.github.hibernateidgen.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Stands on loopback between a client and a server, and can fail as a network or the server's machine does. */
public final class TcpForwarder implements AutoCloseable {

    private enum State {
        PASSING,
        SILENT,
        BROKEN
    }

    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Socket> lost = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private volatile State state = State.PASSING;
    private final AtomicLong roundTrips = new AtomicLong();
    private volatile InetSocketAddress server;

    public TcpForwarder(String host, int port) throws IOException {
        server = new InetSocketAddress(host, port);
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public String host() {
        return listener.getInetAddress().getHostAddress();
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** How often clients have sent something and then waited for an answer, which they all have. */
    public long roundTrips() {
        return roundTrips.get();
    }

    /** Leads new connections to another server. */
    public void lead(String host, int port) {
        server = new InetSocketAddress(host, port);
    }

    /** Ends all connections, and each new one at once. */
    public void breakConnections() {
        become(State.BROKEN);
    }

    /** Keeps connections, and accepts new ones, but passes nothing on. */
    public void fallSilent() {
        become(State.SILENT);
    }

    /** Passes nothing on any more on the connections that are open now; new ones are not affected. */
    public void loseConnections() {
        lost.addAll(open);
    }

    /** Passes everything on, also what came while it was silent. */
    public void pass() {
        become(State.PASSING);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        become(State.BROKEN);
    }

    private void become(State next) {
        synchronized (change) {
            state = next;
            change.notifyAll();
        }
        if (next == State.BROKEN) {
            open.forEach(TcpForwarder::end);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                if (state == State.BROKEN) {
                    end(client);
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // The listener was closed, or the server is not there: the client sees its connection end.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket onward = new Socket();
        try {
            onward.connect(server);
        } catch (IOException e) {
            end(client);
            throw e;
        }
        open.add(onward);
        AtomicBoolean asked = new AtomicBoolean();
        start(() -> pump(client, onward, () -> asked.set(true)));
        start(() -> pump(onward, client, () -> {
            if (asked.getAndSet(false)) {
                roundTrips.incrementAndGet();
            }
        }));
    }

    private void pump(Socket from, Socket to, Runnable onData) {
        byte[] buffer = new byte[8192];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                awaitSound();
                onData.run();
                if (!lost.contains(from)) {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            // One side is gone, so the other one goes.
        } finally {
            open.remove(from);
            open.remove(to);
            lost.remove(from);
        }
    }

    private void awaitSound() {
        synchronized (change) {
            while (state == State.SILENT) {
                try {
                    change.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "tcp-forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }
}
