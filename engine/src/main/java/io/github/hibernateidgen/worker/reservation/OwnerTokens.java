package io.github.hibernateidgen.worker.reservation;

import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Makes a token for each write. The token contains the host name and the process id, which help an operator, and a
 * random UUID, which makes the token unique.
 */
final class OwnerTokens {

    private static final int MAX_LABEL_LENGTH = StoredSlot.MAX_OWNER_LENGTH - 37;

    private OwnerTokens() {}

    /**
     * Returns a token. Host name and process id are read each time, because a memory image of one process may be
     * restored in other processes.
     */
    static String next() {
        String host = System.getenv().getOrDefault("HOSTNAME", System.getenv().getOrDefault("COMPUTERNAME", "host"));
        return next(host, ProcessHandle.current().pid(), System::nanoTime);
    }

    static String next(String host, long pid, LongSupplier nanoTime) {
        String label = (host + "." + pid).replaceAll("[^A-Za-z0-9._-]", "_");
        // Copies of a machine that are restored at the same time may draw the same random bits. Their clocks still
        // differ by nanoseconds.
        UUID random = UUID.randomUUID();
        long low = random.getLeastSignificantBits() ^ nanoTime.getAsLong();
        return label.substring(Math.max(0, label.length() - MAX_LABEL_LENGTH)) + "/"
                + new UUID(random.getMostSignificantBits(), low);
    }
}
