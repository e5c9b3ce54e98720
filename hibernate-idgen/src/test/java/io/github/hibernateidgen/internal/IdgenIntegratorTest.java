package io.github.hibernateidgen.internal;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The checks of a start, in their order. */
class IdgenIntegratorTest {

    private static String row(Check check) {
        return "| " + check.phase().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " | `" + check.name() + "` | "
                + (check.asksDatabase() ? "yes" : "") + " |";
    }

    @Test
    void architectureHasTheListOfChecks() throws Exception {
        String list = Arrays.stream(Phase.values())
                .flatMap(phase -> IdgenIntegrator.checks().stream().filter(check -> check.phase() == phase))
                .map(IdgenIntegratorTest::row)
                .collect(joining("\n"));
        System.out.println(list);

        String page = Files.readString(Path.of("../docs/contributing/architecture.md"));
        Matcher table = Pattern.compile("\\| phase \\| check \\|[^\\n]*\\n\\|[- |]+\\|\\n((?:\\|[^\\n]*\\n)+)")
                .matcher(page);
        assertThat(table.find()).isTrue();
        assertThat(table.group(1).strip()).isEqualTo(list);
    }
}
