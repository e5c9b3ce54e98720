package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What all processes of one run have in common, on its way from the test to them.
 *
 * @param workers how many worker numbers there are, 1 to 16
 * @param lease whether the processes mistake a reservation for a lease: {@link Lease}
 */
record Task(Store store, Store.Address server, int workers, boolean lease) {

    /** How many ids a tick has. They are taken and written together. */
    static final int BATCH = 128;

    private static final int WORKER_BITS = 4;
    private static final String URL = "IDGEN_PROCESS_URL";
    private static final String USER = "IDGEN_PROCESS_USER";
    private static final String PASSWORD = "IDGEN_PROCESS_PASSWORD";

    /*
     * A generator gives all ids of a tick and waits for the next tick. So it needs no other brake, and two generators
     * that ever issue one tick of one worker number make the same ids, not just some that could have been the same.
     */
    SnowflakeLayout layout() {
        return SnowflakeLayout.named("processes")
                .time(41)
                .worker("worker", WORKER_BITS)
                .sequence(Integer.numberOfTrailingZeros(BATCH))
                .build();
    }

    /** What the layout's {@code split} says, for millions of ids. */
    static long workerOf(long id) {
        return id / BATCH % (1 << WORKER_BITS);
    }

    static Task parse(List<String> arguments, Map<String, String> environment) {
        return new Task(
                Store.valueOf(arguments.get(0)),
                new Store.Address(environment.get(URL), environment.get(USER), environment.get(PASSWORD)),
                Integer.parseInt(arguments.get(1)),
                Boolean.parseBoolean(arguments.get(2)));
    }

    /** Adds what {@link #parse} reads. The server may be a user's own, whose password is nobody's business. */
    void addTo(ProcessBuilder process) {
        List<String> command = new ArrayList<>(process.command());
        command.addAll(List.of(store.name(), "" + workers, "" + lease));
        process.command(command);
        process.environment().putAll(Map.of(URL, server.url(), USER, server.user(), PASSWORD, server.password()));
    }
}
