package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real processes whose results nobody reads any more. */
@DisabledOnOs(OS.WINDOWS)
class PipeIT {

    private static final String SEALED = "ord_b2rp1v6zcwjhv6kjd8qpafh7c4r";

    @TempDir
    private Path folder;

    /** What a shell has written, and whether it has ended by itself. */
    private record Run(String out, String err, boolean ended) {}

    /** A shell in which {@code $IDGEN} is the command line. */
    private static ProcessBuilder builder(String script) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
        builder.environment().put("IDGEN", java + " -XX:TieredStopAtLevel=1 -Xmx64m " + Main.class.getName());
        builder.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        builder.environment().put("IDGEN_SEAL_KEYS", "b:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        return builder;
    }

    private Run shell(String script) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = builder(script);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.redirectInput(new File("/dev/null"));
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Run(Files.readString(out, UTF_8), Files.readString(err, UTF_8), ended);
    }

    static List<String> endless() {
        List<String> all = List.of(
                "$IDGEN generate 9000000000 --order bytes",
                "yes 382770312745709588 | $IDGEN decode",
                "yes " + SEALED + " | $IDGEN open --guids",
                "$IDGEN generate 9000000000 --worker 5",
                "yes 382770312745709588 | $IDGEN decode --json",
                "yes 382770312745709588 | $IDGEN convert --text crockford_base32",
                "yes 382770312745709588 | $IDGEN seal --prefix ord_");
        return LongTest.RUN ? all : all.subList(0, 1);
    }

    @ParameterizedTest
    @MethodSource("endless")
    void endsWhenNobodyReadsItsResults(String command) throws Exception {
        Run run = shell("{ " + command + "; echo $? > " + folder.resolve("exit") + "; } | head -1");
        assertThat(run.ended()).as("%s still runs after a minute", command).isTrue();
        assertThat(run.out()).hasLineCount(1);
        assertThat(run.err()).isEmpty();
        assertThat(folder.resolve("exit")).hasContent(Integer.toString(Exit.FAILED));
    }

    /** Its number is free for the next one at once. */
    @Test
    void releasesTheWorkerNumberThatItReserved() throws Exception {
        String url = "jdbc:h2:" + folder.resolve("db");
        try (TestTable made = new TestTable(url)) {
            assertThat(made.url).isEqualTo(url);
        }
        Run run = shell("$IDGEN generate 9000000000 --url " + url + " | head -1");
        assertThat(run.ended()).isTrue();
        assertThat(run.err()).isEmpty();
        try (TestTable after = new TestTable(url)) {
            assertThat(after.store.read("default", 0, Long.MAX_VALUE).slots())
                    .singleElement()
                    .satisfies(slot -> assertThat(slot.reservedUntil()).isLessThan(System.currentTimeMillis()));
        }
    }

    /** A result is written when its id is there, and not when many are. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void answersEachLineAtOnce() throws Exception {
        Process process = builder("exec $IDGEN convert --text crockford_base32").start();
        try (BufferedWriter ids = process.outputWriter(UTF_8);
                BufferedReader results = process.inputReader(UTF_8)) {
            ids.write("382770312745709588\n");
            ids.flush();
            assertThat(results.readLine()).isEqualTo("0AKYZJ94WBW0M");
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Every form in which tools print ids, line by line, and a bad line. */
    @Test
    void readsIdsAsToolsPrintThem() throws Exception {
        PrintedIdsTest.Form[] forms = PrintedIdsTest.Form.values();
        String lines = PrintedIdsTest.lines(i -> i == 99
                ? "(1 row)"
                : forms[i % forms.length].print(PrintedIdsTest.guid(i), PrintedIdsTest.guid(PrintedIdsTest.LINES + i)));
        Path file = Files.writeString(folder.resolve("ids"), "\uFEFF" + lines);
        Run run = shell("cat " + file + " | $IDGEN convert --text guid; echo $?");
        assertThat(run.err())
                .startsWith("line 100: text [(1 row)] is not an id")
                .hasLineCount(1);
        int ids = IntStream.range(0, PrintedIdsTest.LINES)
                .map(i -> i == 99 ? 0 : forms[i % forms.length].ids)
                .sum();
        assertThat(run.out().lines())
                .hasSize(ids + 1)
                .startsWith(PrintedIdsTest.guid(0).toString())
                .endsWith(Integer.toString(Exit.REJECTED));
    }

    /** A full disk is no reader that has gone. */
    @Test
    void saysWhyItCannotWrite() throws Exception {
        if (!new File("/dev/full").exists()) {
            return;
        }
        Run run = shell("$IDGEN generate 100000 --order bytes > /dev/full; echo $?");
        assertThat(run.ended()).isTrue();
        assertThat(run.err())
                .startsWith("results can't be written: No space left")
                .hasLineCount(1);
        assertThat(run.out()).isEqualTo(Exit.FAILED + "\n");
    }
}
