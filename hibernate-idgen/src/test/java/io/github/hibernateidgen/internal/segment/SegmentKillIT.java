package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.processes.Address;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they take numbers of one sequence. */
@LongTest
class SegmentKillIT {

    @Test
    void noNumberIsIssuedTwiceAndGapsAreBounded(@TempDir Path folder) throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Address address = new Address(database.jdbcUrl(), database.user(), database.password());
        try (SegmentProcesses processes = SegmentProcesses.ofSequence(folder, address)) {
            processes.kill(SegmentProcesses.KILLS);
            processes.end();
            long[] sorted = processes.assertIds().stream()
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .toArray();
            processes.assertGaps(sorted.length, sorted[sorted.length - 1]);
        }
    }
}
