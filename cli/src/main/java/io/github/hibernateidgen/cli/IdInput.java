package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.notation.WrittenId;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/**
 * The ids of a command: from the command line, or from the lines of standard input. A line may have several ids, with or
 * without quotes, as in CSV. Not thread-safe.
 */
final class IdInput {

    /** A field of a line, in quotes or up to the separator, which replaces {@code %s}. */
    private static final String FIELD = "\\s*(?:\"((?:[^\"]|\"\")*+)\"|'([^']*)'|([^%1$s]*))\\s*(?:%1$s|$)";

    private static final Pattern TABS = Pattern.compile(FIELD.formatted("\t"));
    private static final Pattern SEMICOLONS = Pattern.compile(FIELD.formatted(";"));
    private static final Pattern COMMAS = Pattern.compile(FIELD.formatted(","));

    /** A number with commas, of which no part is an id: with a fraction or with separators. */
    private static final Pattern NUMBER_WITH_COMMAS =
            Pattern.compile("(?<![^,])(?:" + WrittenId.FLOATING + "|" + WrittenId.GROUPED + ")(?![^,])");

    @Parameters(paramLabel = "ID", description = "Ids. Without any: standard input.")
    private List<String> ids = new ArrayList<>();

    /**
     * Passes each id to a function. Skips blank lines and empty fields. If the function rejects an id, prints the message,
     * with the number of the line, and continues with the next id.
     *
     * @return the exit code
     */
    int each(Shell shell, Consumer<String> use) throws IOException {
        int exit = Exit.DONE;
        for (String text : ids) {
            exit = Math.max(exit, line(shell, use, text, ""));
        }
        BufferedReader lines = shell.in();
        int number = 0;
        for (String line = ids.isEmpty() ? lines.readLine() : null; line != null; line = lines.readLine()) {
            exit = Math.max(exit, line(shell, use, line, "line " + ++number + ": "));
            if (!lines.ready()) {
                shell.out().flush(); // A program that sends ids one at a time waits for each result.
            }
        }
        return exit;
    }

    private static int line(Shell shell, Consumer<String> use, String line, String place) {
        return fields(line.replace("\uFEFF", "").strip())
                .filter(field -> !field.isEmpty())
                .mapToInt(id -> one(shell, use, id, place))
                .max()
                .orElse(Exit.DONE);
    }

    /** Splits a line at its tabs, or else at its semicolons, or else at its commas. */
    private static Stream<String> fields(String line) {
        Pattern field = line.contains("\t") ? TABS : line.contains(";") ? SEMICOLONS : COMMAS;
        if (field == COMMAS && NUMBER_WITH_COMMAS.matcher(line).find()) {
            return Stream.of(line);
        }
        return field.matcher(line).results().map(IdInput::content);
    }

    private static String content(MatchResult field) {
        return Stream.of(1, 2, 3)
                .flatMap(group -> Stream.ofNullable(field.group(group)))
                .findFirst()
                .orElse("")
                .strip();
    }

    private static int one(Shell shell, Consumer<String> use, String id, String place) {
        try {
            use.accept(id);
            return Exit.DONE;
        } catch (RejectedException | IllegalArgumentException e) {
            shell.out().flush();
            shell.err().println(place + e.getMessage());
            return Exit.REJECTED;
        }
    }
}
