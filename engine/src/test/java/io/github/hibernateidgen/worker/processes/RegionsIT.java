package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.TestRegions;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Two regions of four processes, each with a PostgreSQL of its own, which write one table that is replicated both ways.
 * docs/regions.md has the SQL that moves numbers from one region to the other.
 */
@LongTest
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the processes")
class RegionsIT {

    private static final int PROCESSES = 4;
    private static final int KILLS = 6;
    private static final int ROWS = 500;
    private static final long NEVER = 253_402_300_799_999L;
    private static final WorkerRange EUROPE = new WorkerRange(0, 7);
    private static final WorkerRange AMERICA = new WorkerRange(8, 15);

    private final Random random = TestSeed.random();
    private final List<ChildProcess> started = new ArrayList<>();
    private Path folder;
    private TestRegions regions;

    @BeforeEach
    void start() throws Exception {
        Path root = Files.createDirectories(Path.of("target", "regions"));
        folder = Files.createTempDirectory(root, "regions-");
        regions = TestRegions.startOrSkip(
                JdbcDatabase.POSTGRESQL.ddl() + "; create table orders (id bigint primary key, region int)");
    }

    @AfterEach
    void end() throws Exception {
        for (ChildProcess process : started) {
            process.close();
        }
        if (regions != null) {
            regions.close();
        }
    }

    @Test
    void noIdComesTwiceAndEachIsOfItsRange() throws Exception {
        regions.replicate("orders");
        List<ChildProcess> europe = run(0, EUROPE);
        List<ChildProcess> america = run(1, AMERICA);
        for (int kill = 0; kill < KILLS; kill++) {
            replace(europe, 0, EUROPE, random.nextBoolean());
            replace(america, 1, AMERICA, random.nextBoolean());
        }
        endAll();

        IssuedIds ids = ids();
        System.out.println("RegionsIT, with ranges: " + ids);
        assertThat(ids.duplicates()).as(ids.example()).isZero();
        assertThat(ids.count()).isGreaterThan(10_000);
        assertThat(workersOf(0)).isNotEmpty().allMatch(EUROPE::contains);
        assertThat(workersOf(1)).isNotEmpty().allMatch(AMERICA::contains);
        long rows = insert(0) + insert(1);
        awaitRows(0, rows);
        awaitRows(1, rows);
        for (int region = 0; region < 2; region++) {
            assertThat(regions.number(region, "select apply_error_count from pg_stat_subscription_stats"))
                    .as("rows that could not be applied")
                    .isZero();
        }
        FileUtils.deleteDirectory(folder.toFile());
    }

    @Test
    void idsComeTwiceWithoutRanges() throws Exception {
        run(0, WorkerRange.ALL);
        run(1, WorkerRange.ALL);
        endAll();

        IssuedIds ids = ids();
        System.out.println("RegionsIT, without ranges: " + ids);
        assertThat(ids.duplicates()).isPositive();
        FileUtils.deleteDirectory(folder.toFile());
    }

    /** Europe gives numbers 4 to 7 to America as the page says, while one of its processes is frozen with such a number. */
    @Test
    void numbersMoveToTheOtherRegionAsThePageSays() throws Exception {
        WorkerRange moved = new WorkerRange(4, 7);
        ChildProcess frozen = process(0, moved); // Europe's, whose range has these numbers.
        awaitIds(frozen);
        List<ChildProcess> europe = run(0, new WorkerRange(0, 7));
        run(1, AMERICA);
        frozen.freeze();
        for (int i = 0; i < PROCESSES; i++) {
            replace(europe, 0, new WorkerRange(0, 3), false);
        }

        List<String> statements = statements();
        long closed = 0;
        long end = 0;
        while (closed < 4) {
            end = System.currentTimeMillis();
            regions.execute(0, statements.get(0).replace(":T", "" + end));
            insertMissing(0, NEVER);
            closed = regions.number(0, statements.get(1));
            Thread.sleep(100);
        }
        assertThat(insertMissing(1, end)).isEqualTo(4);
        frozen.thaw();
        assertThat(regions.execute(1, statements.get(2).replace(":T", "" + end)))
                .as("rows that are there, as for numbers that come back")
                .isEqualTo(4);
        // As many processes as numbers: the number of the frozen one is among theirs.
        List<ChildProcess> america =
                List.of(process(1, moved), process(1, moved), process(1, moved), process(1, moved));
        for (ChildProcess process : america) {
            awaitIds(process);
        }
        Thread.sleep(500); // Time to do wrong for the process that was frozen.
        endAll();

        IssuedIds ids = ids();
        System.out.println("RegionsIT, numbers that moved: " + ids);
        assertThat(ids.duplicates()).as(ids.example()).isZero();
        assertThat(regions.number(0, "select count(*) from idgen_worker where reserved_until = " + NEVER))
                .as("numbers that nobody has in Europe any more")
                .isEqualTo(4);
        FileUtils.deleteDirectory(folder.toFile());
    }

    /** Returns the SQL of docs/regions.md for this test's numbers, table and namespace. */
    private static List<String> statements() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "regions.md"));
        Matcher blocks =
                Pattern.compile("```sql\n(.*?);\n\\s*```", Pattern.DOTALL).matcher(page);
        return blocks.results()
                .map(block -> block.group(1)
                        .replace("between 256 and 511", "between 4 and 7")
                        .replace("'default'", "'processes'"))
                .toList();
    }

    private int insertMissing(int region, long until) throws SQLException {
        return regions.execute(
                region,
                "insert into idgen_worker select 'processes', n, 'moved', " + until
                        + " from generate_series(4, 7) n on conflict do nothing");
    }

    private List<ChildProcess> run(int region, WorkerRange range) throws Exception {
        List<ChildProcess> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(process(region, range));
        }
        for (ChildProcess process : processes) {
            awaitIds(process);
        }
        return processes;
    }

    private ChildProcess process(int region, WorkerRange range) throws IOException {
        Task task = Task.of(TableClient.class, regions.address(region), 16).withRange(range);
        ChildProcess process = ChildProcess.start(task, folder, "region" + region + "-" + started.size(), 0);
        started.add(process);
        return process;
    }

    /** Kills the oldest process, or shuts it down, and starts one with a range. */
    private void replace(List<ChildProcess> processes, int region, WorkerRange range, boolean kill) throws Exception {
        ChildProcess oldest = processes.remove(0);
        if (kill) {
            oldest.kill();
        } else {
            oldest.end();
        }
        awaitEnd(oldest);
        ChildProcess next = process(region, range);
        awaitIds(next);
        processes.add(next);
    }

    private static void awaitIds(ChildProcess process) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (process.written() == 0) {
            assertThat(System.nanoTime() < end && process.isAlive())
                    .as(process::toString)
                    .isTrue();
            Thread.sleep(5);
        }
    }

    private static void awaitEnd(ChildProcess process) throws InterruptedException {
        for (int i = 0; i < 2_000 && process.isAlive(); i++) {
            Thread.sleep(10);
        }
        assertThat(process.isAlive()).as(process::toString).isFalse();
    }

    private void endAll() throws Exception {
        for (ChildProcess process : started) {
            process.end();
        }
        for (ChildProcess process : started) {
            awaitEnd(process);
        }
    }

    private IssuedIds ids() throws IOException {
        return IssuedIds.read(folder, Task::workerOf);
    }

    private List<Path> files(int region) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().matches("region" + region + "-.*\\.ids"))
                    .toList();
        }
    }

    private static LongStream longs(Path file) throws IOException {
        LongBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        return LongStream.generate(ids::get).limit(ids.remaining());
    }

    private List<Long> workersOf(int region) throws IOException {
        List<Long> workers = new ArrayList<>();
        for (Path file : files(region)) {
            workers.addAll(longs(file).map(Task::workerOf).distinct().boxed().toList());
        }
        return workers;
    }

    /** Inserts the first rows of each process of a region, and returns how many. */
    private long insert(int region) throws IOException, SQLException {
        long rows = 0;
        try (Connection connection = regions.connect(region);
                PreparedStatement insert =
                        connection.prepareStatement("insert into orders values (?, " + region + ")")) {
            for (Path file : files(region)) {
                for (long id : longs(file).limit(ROWS).toArray()) {
                    insert.setLong(1, id);
                    insert.addBatch();
                    rows++;
                }
                insert.executeBatch();
            }
        }
        return rows;
    }

    private void awaitRows(int region, long rows) throws SQLException, InterruptedException {
        for (int i = 0; i < 600 && regions.number(region, "select count(*) from orders") != rows; i++) {
            Thread.sleep(100);
        }
        assertThat(regions.number(region, "select count(*) from orders")).isEqualTo(rows);
    }
}
