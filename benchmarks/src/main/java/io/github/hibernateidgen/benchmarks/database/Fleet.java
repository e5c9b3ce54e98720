package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Simulates many processes that reserve their worker numbers in the same PostgreSQL. Each simulated process has a separate
 * store and source, and makes an id. All share a process of the operating system and {@value #CONNECTIONS} open connections,
 * and borrow a connection for a single statement at a time.
 *
 * <p>Arguments: the number of simulated processes; the seconds in which they start; the seconds of renewals to measure
 * afterwards.
 */
final class Fleet {

    private static final int CONNECTIONS = 16;

    private final Server server;
    private final int claimers;
    private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(CONNECTIONS);
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger races = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong characters = new AtomicLong();

    private Fleet(Server server, int claimers) throws SQLException {
        this.server = server;
        this.claimers = claimers;
        for (int i = 0; i < CONNECTIONS; i++) {
            idle.add(server.connect());
        }
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        int claimers = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        long spread = args.length > 1 ? Long.parseLong(args[1]) : 60;
        long renewals = args.length > 2 ? Long.parseLong(args[2]) : 60;
        Path folder = Programs.ROOT.resolve("fleet-" + ProcessHandle.current().pid());
        try (Server server = Database.POSTGRESQL.server(folder)) {
            server.start(Server.Setup.MEASURED);
            System.out.println(claimers + " claimers, " + CONNECTIONS + " connections, PostgreSQL " + server.version()
                    + ", " + server.description());
            Fleet fleet = new Fleet(server, claimers);
            fleet.store().createTable();
            System.out.println("\n| start | claims | refused | races lost | rows read | KB of them | statements"
                    + " | statements/s | CPU of the server, s | last number after the last start | numbers twice |\n"
                    + "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
            fleet.run("within " + spread + " s, empty table", Duration.ofSeconds(spread), renewals);
            fleet.run("at once, all rows there", Duration.ZERO, 0);
            fleet.truncate();
            fleet.run("at once, empty table", Duration.ZERO, 0);
        }
        System.exit(0);
    }

    private void truncate() throws SQLException {
        try (Connection connection = server.connect()) {
            server.truncate(connection, "idgen_worker");
        }
    }

    private JdbcReservationStore store() {
        return new JdbcReservationStore(
                new ConnectionSource() {
                    @Override
                    public Connection open() throws SQLException {
                        try {
                            Connection connection = idle.take();
                            statements.incrementAndGet();
                            return connection;
                        } catch (InterruptedException e) {
                            throw new SQLException("interrupted", "08001", e);
                        }
                    }

                    @Override
                    public void close(Connection connection) {
                        idle.add(connection);
                    }

                    @Override
                    public <T> T transact(Work<T> work) throws SQLException {
                        return work.run();
                    }

                    @Override
                    public boolean isCommittedByBorrower(Connection connection) {
                        return true;
                    }
                },
                JdbcTable.DEFAULT);
    }

    private record Claim(ReservedWorkerSource source, long worker, long id, long nanos) {}

    private void run(String start, Duration within, long renewals) throws Exception {
        for (AtomicInteger counter : List.of(statements, races, refused)) {
            counter.set(0);
        }
        rows.set(0);
        characters.set(0);
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Claim>> claims = new ArrayList<>();
        Duration cpu = serverCpu();
        long begin = System.nanoTime();
        for (int i = 0; i < claimers; i++) {
            long due = begin + within.toNanos() * i / claimers;
            TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
            claims.add(threads.submit(this::claim));
        }
        long lastStart = System.nanoTime();
        List<Claim> made = new ArrayList<>();
        for (Future<Claim> claim : claims) {
            made.add(claim.get());
        }
        long lastClaim = made.stream().mapToLong(Claim::nanos).max().orElse(lastStart);
        print(start, made, lastStart, lastClaim, cpu, Duration.ofNanos(lastClaim - begin));
        if (renewals > 0) {
            renew(renewals);
        }
        List<Future<?>> closing = new ArrayList<>();
        for (Claim claim : made) {
            closing.add(threads.submit(claim.source()::close));
        }
        for (Future<?> one : closing) {
            one.get();
        }
        threads.shutdown();
    }

    private Claim claim() {
        ReservedWorkerSource source = new ReservedWorkerSource(new Counted(store()), ReservationTerms.DEFAULT);
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
        while (true) {
            try {
                long id = generator.nextId();
                long now = System.nanoTime();
                refused.addAndGet((int) source.status().failures());
                return new Claim(source, source.reservation().worker(), id, now);
            } catch (IllegalStateException e) {
                System.err.println(e.getMessage());
                refused.incrementAndGet();
            }
        }
    }

    private Duration serverCpu() {
        return server.cpu()
                .minus(ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
    }

    private void print(
            String start, List<Claim> made, long lastStart, long lastClaim, Duration cpuBefore, Duration took) {
        Set<Long> workers = new HashSet<>();
        Set<Long> ids = new HashSet<>();
        for (Claim claim : made) {
            workers.add(claim.worker());
            ids.add(claim.id());
        }
        int twice = 2 * made.size() - workers.size() - ids.size();
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %.0f | %d | %.0f | %.2f | %.2f s | %d |%n",
                start,
                made.size(),
                refused.get(),
                races.get(),
                rows.get(),
                characters.get() / 1000.0,
                statements.get(),
                statements.get() / seconds(took),
                seconds(serverCpu().minus(cpuBefore)),
                seconds(Duration.ofNanos(Math.max(0, lastClaim - lastStart))),
                twice);
    }

    private void renew(long seconds) throws InterruptedException {
        int before = statements.get();
        Duration cpu = serverCpu();
        TimeUnit.SECONDS.sleep(seconds);
        System.out.printf(
                Locale.ROOT,
                "%nrenewals of %d for %d s: %.1f statements/s, %.2f s of CPU of the server%n%n",
                claimers,
                seconds,
                (statements.get() - before) / (double) seconds,
                seconds(serverCpu().minus(cpu)));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** A store that counts the rows that are read and the races that are lost. */
    private final class Counted implements ReservationStore {

        private final ReservationStore store;

        Counted(ReservationStore store) {
            this.store = store;
        }

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            StoredSlots read = store.read(namespace, from, to);
            rows.addAndGet(read.slots().size());
            characters.addAndGet(read.slots().stream()
                    .mapToLong(slot ->
                            slot.text().length() + Long.toString(slot.worker()).length())
                    .sum());
            return read;
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            boolean applied = store.compareAndSet(namespace, expected, update);
            if (!applied) {
                races.incrementAndGet();
            }
            return applied;
        }

        @Override
        public String describe() {
            return store.describe();
        }
    }
}
