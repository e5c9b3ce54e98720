package io.github.hibernateidgen.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.proof.Model.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the guards of a model with the code that it describes. The statement that holds a guard has the comment {@code // guard:
 * NAME}, and the model quotes the statement. Who changes the statement changes the model, too, and proves it again.
 */
class GuardsTest {

    private static final Pattern MARK = Pattern.compile("// guard: (.+)");

    /** A marked statement, and its lines. */
    private record Marked(String guard, String file, String statement, List<String> lines) {

        boolean is(Place place) {
            return guard.equals(place.guard())
                    && file.equals(place.file())
                    && Stream.concat(Stream.of(statement), lines.stream())
                            .anyMatch(code -> dense(code).equals(dense(place.code())));
        }

        /** Returns code without its white space, which the formatter chooses. */
        private static String dense(String code) {
            return code.replaceAll("\\s", "");
        }
    }

    @ParameterizedTest
    @CsvSource({"reservation, ../engine/src/main/java", "segments, ../stores/redis/src/main/java"})
    void standInTheCodeAsInTheModel(String model, Path sources) throws IOException {
        List<Marked> marked = marked(sources);
        List<Place> missing = new ArrayList<>();
        new Model(model + ".smt2")
                .guards().values().stream().flatMap(List::stream).forEach(place -> {
                    Optional<Marked> found =
                            marked.stream().filter(one -> one.is(place)).findFirst();
                    found.ifPresentOrElse(marked::remove, () -> missing.add(place));
                });

        assertThat(missing)
                .as(
                        "places of %s.smt2 that the code does not have; change the model as the code has changed, and prove it"
                                + " with -Plong-tests. Marked in the code: %s",
                        model, marked)
                .isEmpty();
        assertThat(marked)
                .as("marked statements that %s.smt2 does not quote", model)
                .isEmpty();
    }

    private static List<Marked> marked(Path sources) throws IOException {
        List<Marked> marked = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        for (Path file : files) {
            List<String> lines =
                    Files.readAllLines(file).stream().map(String::strip).toList();
            for (int i = 0; i < lines.size(); i++) {
                Matcher mark = MARK.matcher(lines.get(i));
                if (mark.matches()) {
                    List<String> statement = statement(lines.subList(i + 1, lines.size()));
                    for (String guard : mark.group(1).split(", ")) {
                        marked.add(new Marked(
                                guard, file.getFileName().toString(), String.join(" ", statement), statement));
                    }
                }
            }
        }
        return marked;
    }

    /** Returns the lines up to the end of the first statement, or to the beginning of its block. */
    private static List<String> statement(List<String> lines) {
        int end = 0;
        while (!lines.get(end).endsWith(";") && !lines.get(end).endsWith("{")) {
            end++;
        }
        return lines.subList(0, end + 1);
    }
}
