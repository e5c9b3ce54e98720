package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine. */
final class Ports {

    private Ports() {}

    /** Returns a port that no process listens on at the moment. */
    static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
