package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GenerateCommandTest {

    /** On the system's clock: ids wait for it. */
    static Result run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.run(
                new Shell(
                        new BufferedReader(Reader.nullReader()),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        InstantSource.system(),
                        variable -> null),
                args);
        return new Result(exit, out.toString(), err.toString());
    }

    @Test
    void makesIdsOfAWorkerNumberThatIsVouchedFor() {
        Result made =
                run("generate", "2500", "--worker", "5", "--layout", "business-line", "--field", "businessLine=3");
        assertThat(made.err()).isEmpty();
        assertThat(made.out().lines().map(Long::parseLong))
                .hasSize(2500)
                .doesNotHaveDuplicates()
                .isSorted()
                .allSatisfy(id -> {
                    assertThat(SnowflakeLayout.BUSINESS_LINE.split(id).worker()).isEqualTo(5);
                    assertThat(SnowflakeLayout.BUSINESS_LINE.split(id).entityFields())
                            .containsEntry("businessLine", 3L);
                });
    }

    @Test
    void makesIdsOfAWorkerNumberThatItReservesAndGivesBack() throws Exception {
        try (TestTable database = new TestTable()) {
            Result made = run("generate", "3", "--url", database.url, "--text", "crockford_base32");
            assertThat(made.err()).isEmpty();
            assertThat(made.out().lines()).hasSize(3).allMatch(id -> id.length() == 13);
            assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots())
                    .singleElement()
                    .extracting(StoredSlot::reservedUntil)
                    .satisfies(end -> assertThat(end).isLessThanOrEqualTo(System.currentTimeMillis() + 1));
        }
    }

    @Test
    void makesGuidsOfAnOrder() {
        Result made = Cli.run("generate", "1000", "--order", "sql_server");
        assertThat(made.out().lines().map(UUID::fromString))
                .hasSize(1000)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(GuidOrder.SQL_SERVER.comparator());
    }

    @Test
    void refusesWhatNothingTellsFromOthers() {
        Result refused = Cli.run("generate");
        assertThat(refused.exit()).isEqualTo(Exit.USAGE);
        assertThat(refused.err()).contains("give one of --url", "--worker (a number of your own)", "--order (GUIDs)");
        assertThat(Cli.run("generate", "--worker", "1024").err()).contains("1024");
        assertThat(Cli.run("generate", "-1", "--worker", "1").exit()).isNotZero();
        assertThat(Cli.run("generate", "--order", "bytes", "--format", "nhibernate")
                        .err())
                .contains("does not ascend in order BYTES");
    }

    @ParameterizedTest
    @EnumSource(names = {"TYPE_ID", "ULID"})
    void writesGuidsInTheirShortForms(GuidNotation notation) {
        Result made = Cli.run("generate", "100", "--order", "bytes", "--text", notation.name());
        assertThat(made.err()).isEmpty();
        assertThat(made.out().lines().map(notation::parse))
                .hasSize(100)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(GuidOrder.BYTES.comparator())
                .allMatch(guid -> guid.version() == 7);
        assertThat(run("generate", "--worker", "1", "--text", notation.name()).err())
                .contains("can't be written as " + notation);
    }

    @Test
    void namesTheOptionsThatAreTooMany() {
        Result two = Cli.run("generate", "--worker", "1", "--order", "bytes");
        assertThat(two.exit()).isEqualTo(Exit.USAGE);
        assertThat(two.err()).startsWith("--worker and --order exclude each other; give one of --url");
        assertThat(Cli.run("generate", "--worker", "1", "--url", "jdbc:h2:mem:none")
                        .err())
                .startsWith("--url and --worker exclude each other");
    }
}
