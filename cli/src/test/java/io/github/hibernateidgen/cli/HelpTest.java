package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

    /** Of a terminal, with the prompt below it. */
    private static final int LINES = 24;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "decode",
                "generate",
                "convert",
                "layout",
                "seal",
                "open",
                "backfill",
                "backfill-guids",
                "workers",
                "verify"
            })
    void fitsAScreen(String command) {
        Result help = command.isEmpty() ? Cli.run("--help") : Cli.run(command, "--help");
        assertThat(help.exit()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out().lines())
                .hasSizeLessThan(LINES)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(help.out()).contains("Example").contains("idgen " + command);
    }

    @Test
    void isShownWithoutACommand() {
        assertThat(Cli.run().out()).isEqualTo(Cli.run("--help").out()).contains("Exit codes: 0 done");
    }

    @Test
    void isShownOfACommandsCommand() {
        assertThat(Cli.run("help", "seal", "new-key"))
                .isEqualTo(Cli.run("seal", "new-key", "--help"))
                .satisfies(help -> assertThat(help.out()).contains("Usage: idgen seal new-key"));
        assertThat(Cli.run("help", "decode")).isEqualTo(Cli.run("decode", "--help"));
        assertThat(Cli.run("help")).isEqualTo(Cli.run("--help"));
        assertThat(Cli.run("help", "decod").exit()).isEqualTo(Exit.USAGE);
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        Result typo = Cli.run("decod", "1");
        assertThat(typo.exit()).isEqualTo(2);
        assertThat(typo.out()).isEmpty();
        assertThat(typo.err()).contains("decod").contains("decode").contains("See: idgen --help");
    }

    @Test
    void tellsItsVersion() {
        String version = Cli.run("--version").out();
        assertThat(version).startsWith("idgen ").hasLineCount(1);
        assertThat(Cli.run("decode", "--version").out()).isEqualTo(version);
        assertThat(Cli.run("seal", "new-key", "-V").out()).isEqualTo(version);
    }

    @Test
    void completesCommandsInAShell() {
        Result script = Cli.run("generate-completion");
        assertThat(script.exit()).isZero();
        assertThat(script.out()).contains("complete ").contains("backfill").contains("--namespace");
    }
}
