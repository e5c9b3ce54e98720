package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void drawsABar() {
        assertThat(Progress.line(500_000, 2_000_000, 10 * SECOND).strip())
                .isEqualTo("[#######.......................] 500,000 of 2,000,000 rows, 30 s left");
        assertThat(Progress.line(0, 10, SECOND)).contains("0 of 10 rows ");
        assertThat(Progress.line(12, 10, SECOND)).contains("12 of 12 rows, 0 s left");
        assertThat(Progress.line(0, 0, 0)).contains("0 of 0 rows");
    }

    @Test
    void isThereForATerminalOnlyAndNotTooOften() {
        assertThat(shown(false)).isEmpty();
        assertThat(shown(true).split("\r")).hasSize(3);
    }

    private static String shown(boolean terminal) {
        StringWriter err = new StringWriter();
        PrintWriter out = new PrintWriter(err);
        Progress progress = new Progress(
                new Shell(
                        new BufferedReader(Reader.nullReader()),
                        out,
                        out,
                        terminal,
                        InstantSource.system(),
                        variable -> null),
                100,
                0);
        progress.at(1, 1);
        progress.at(2, 2);
        progress.at(100, 3);
        progress.end();
        return err.toString();
    }
}
