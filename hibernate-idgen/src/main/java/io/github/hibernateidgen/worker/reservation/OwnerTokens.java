package io.github.hibernateidgen.worker.reservation;

import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes a token for each write: host name and pid, which help an operator, and a random UUID, which makes the token unique.
 */
final class OwnerTokens implements Supplier<String> {

    private static final int MAX_LABEL_LENGTH = StoredSlot.MAX_OWNER_LENGTH - 37;

    private final String label;
    private final LongSupplier nanoTime;

    OwnerTokens(String host, long pid, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        String readable = (host + "." + pid).replaceAll("[^A-Za-z0-9._-]", "_");
        this.label = readable.substring(Math.max(0, readable.length() - MAX_LABEL_LENGTH));
    }

    /**
     * Returns a token. Host name and pid are read each time, since an image of the memory may be made in one process and
     * run in others.
     */
    static String next() {
        String host = System.getenv().getOrDefault("HOSTNAME", System.getenv().getOrDefault("COMPUTERNAME", "host"));
        return new OwnerTokens(host, ProcessHandle.current().pid(), System::nanoTime).get();
    }

    @Override
    public String get() {
        // Copies of a machine that are restored at the same time may draw the same random bits; their clocks still
        // differ
        // by nanoseconds.
        UUID random = UUID.randomUUID();
        long low = random.getLeastSignificantBits() ^ nanoTime.getAsLong();
        return label + "/" + new UUID(random.getMostSignificantBits(), low);
    }
}
