package io.github.hibernateidgen.cli;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that exactly one of several processes gets a worker number when all processes claim the number at the same time,
 * and when all processes renew the number at the same time.
 *
 * @param stores stores on the same table, one for each simulated process
 */
record VerifiedClaims(List<? extends ReservationStore> stores, InstantSource clock) {

    private static final int CONNECTIONS = 8;
    private static final int NUMBERS = 16;

    /** The greatest number of attempts for a write that transactions of other stores roll back. */
    private static final int ATTEMPTS = 100;

    private static final String NAMESPACE = "verify";

    /** Creates the table, runs the race, and returns a description of the result. Each transaction has its own connection. */
    static String verify(Connections connections, String table, InstantSource clock) {
        List<JdbcReservationStore> stores = Stream.generate(
                        () -> new JdbcReservationStore(ConnectionSource.of(connections::open), JdbcTable.of(table)))
                .limit(CONNECTIONS)
                .toList();
        stores.get(0).createTable();
        return new VerifiedClaims(stores, clock).race();
    }

    String race() {
        StoredSlots rows = read();
        for (String round : List.of("claims", "renewals")) {
            Map<Long, StoredSlot> before = rows.slots().stream().collect(toMap(StoredSlot::worker, identity()));
            List<StoredSlot> won = all(before, round);
            rows = read();
            List<StoredSlot> lost = new ArrayList<>(won);
            lost.removeAll(rows.slots());
            if (won.size() != NUMBERS || !lost.isEmpty()) {
                throw new RejectedException("for " + NUMBERS + " numbers, " + won.size() + " " + round
                        + " were confirmed; the table lacks these confirmed rows: " + lost
                        + "; please open an issue");
            }
        }
        long now = clock.millis();
        return NUMBERS + " claims and " + NUMBERS + " renewals by " + stores.size() + " connections had one winner each"
                + (rows.millis().isEmpty()
                        ? ""
                        : "; the server's clock is " + (rows.millis().getAsLong() - now) + " ms ahead");
    }

    private StoredSlots read() {
        return stores.get(0).read(NAMESPACE, 0, NUMBERS);
    }

    /** Writes all numbers from all stores at the same time, and returns the confirmed writes. */
    private List<StoredSlot> all(Map<Long, StoredSlot> before, String round) {
        ExecutorService threads = Executors.newFixedThreadPool(stores.size());
        try {
            List<CompletableFuture<List<StoredSlot>>> won = new ArrayList<>();
            stores.forEach(store -> {
                String owner = round + "-" + won.size();
                won.add(CompletableFuture.supplyAsync(
                        () -> LongStream.range(0, NUMBERS)
                                .mapToObj(worker -> new StoredSlot(worker, owner, worker + 1))
                                .filter(claim -> wins(store, before.get(claim.worker()), claim))
                                .toList(),
                        threads));
            });
            return won.stream().flatMap(each -> each.join().stream()).toList();
        } finally {
            threads.shutdown();
        }
    }

    /**
     * Writes a reservation, and returns whether the store confirmed the write. Repeats a rejected write if the row is
     * unchanged.
     */
    private static boolean wins(ReservationStore store, @Nullable StoredSlot before, StoredSlot claim) {
        long worker = claim.worker();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (store.compareAndSet(NAMESPACE, before, claim)) {
                return true;
            }
            List<StoredSlot> row = store.read(NAMESPACE, worker, worker + 1).slots();
            if (!Objects.equals(row.isEmpty() ? null : row.get(0), before)) {
                return false;
            }
        }
        throw new RejectedException(
                "worker " + worker + " is not written in " + ATTEMPTS + " attempts; please open an issue");
    }
}
