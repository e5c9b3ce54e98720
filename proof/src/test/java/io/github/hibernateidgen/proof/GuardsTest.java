package io.github.hibernateidgen.proof;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the guards of a model with the code that it describes. The statement that holds a guard has the comment {@code // guard:
 * NAME} and contains the text that the model quotes. Who changes the statement changes the model, too, and proves it again.
 */
class GuardsTest {

    private static final Pattern MARK = Pattern.compile("// guard: (.+)");

    /** The longest statement with a mark is a script. */
    private static final int LINES = 40;

    @ParameterizedTest
    @CsvSource({"reservation, ../engine/src/main/java", "segments, ../stores/redis/src/main/java"})
    void standInTheCodeAsInTheModel(String model, Path sources) throws IOException {
        Map<String, String> expected = new TreeMap<>();
        new Model(model + ".smt2")
                .guards()
                .values()
                .forEach(guard ->
                        guard.places().forEach((file, quoted) -> expected.put(guard.name() + " in " + file, quoted)));
        Map<String, String> marked = marked(sources);

        assertThat(marked.keySet()).as("guards of the code").isEqualTo(expected.keySet());
        expected.forEach((place, quoted) -> assertThat(marked.get(place))
                .as(place + " has changed; change " + model + ".smt2 accordingly, and prove it with -Plong-tests")
                .contains(quoted));
    }

    /** Returns the statements after the marks, by guard and file. */
    private static Map<String, String> marked(Path sources) throws IOException {
        Map<String, String> marked = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                Matcher mark = MARK.matcher(lines.get(i));
                if (mark.find()) {
                    String statement = lines.subList(i + 1, Math.min(lines.size(), i + 1 + LINES)).stream()
                            .map(String::strip)
                            .collect(joining(" "));
                    for (String name : mark.group(1).split(", ")) {
                        String end =
                                statement.contains(";") ? statement.substring(0, statement.indexOf(';')) : statement;
                        assertThat(marked.put(name + " in " + file.getFileName(), end))
                                .as("a second mark of " + name)
                                .isNull();
                    }
                }
            }
        }
        return marked;
    }
}
