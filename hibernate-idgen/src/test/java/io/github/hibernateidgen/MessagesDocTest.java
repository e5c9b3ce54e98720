package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SourceTexts.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds docs/troubleshooting.md to the messages of the code, in both directions. An entry is what stands in backticks in the
 * first column of a table that is headed by <em>message</em>. It fits a text of the code if that has the entry's words in the
 * same order, where {@code …} in the entry stands for anything. It covers that text if it has at least {@value #TELLING} of
 * its words.
 *
 * <p>A message is a text of at least {@value #TELLING} words that an exception is made with or that is logged as a warning, and
 * each other text of at least {@value #PROSE} words that {@link SourceTexts} finds: parts of messages often stand elsewhere.
 */
class MessagesDocTest {

    private static final Path PAGE = Path.of("..", "docs", "troubleshooting.md");
    private static final int TELLING = 3;
    private static final int PROSE = 6;

    private static final Pattern TABLE = Pattern.compile("(?m)^\\| message.*\\n\\|[ -|]*\\n((?:\\|.*\\n)*)");
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\|((?:`[^`]*`|[^|`])*)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern PROSE_WORD = Pattern.compile("[\\p{L}']{2,}[,;:.]?");
    private static final Pattern TELLING_WORD = Pattern.compile(".*\\p{L}.*\\p{L}.*");

    /** The words of each text, which is compared with each entry. */
    private static final Map<String, List<String>> WORDS = new HashMap<>();

    private static List<Text> texts = List.of();

    @BeforeAll
    static void readSources() throws IOException {
        texts = SourceTexts.ofPublishedModules();
    }

    private static List<String> entries() throws IOException {
        List<String> entries = new ArrayList<>();
        for (MatchResult table : TABLE.matcher(Files.readString(PAGE)).results().toList()) {
            for (MatchResult cell : FIRST_CELL.matcher(table.group(1)).results().toList()) {
                CODE.matcher(cell.group(1)).results().forEach(code -> entries.add(code.group(1)));
            }
        }
        return entries;
    }

    private static List<String> words(String text) {
        return WORDS.computeIfAbsent(text, MessagesDocTest::split);
    }

    private static List<String> split(String text) {
        return Stream.of(text.replace("…", " … ").split("[^\\p{L}\\p{N}_@…]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static long telling(String text) {
        return words(text).stream()
                .filter(word -> TELLING_WORD.matcher(word).matches())
                .count();
    }

    private static boolean fits(String entry, String text) {
        List<String> rest = words(text);
        for (String piece : entry.split("…")) {
            List<String> wanted = words(piece);
            int at = indexOf(rest, wanted);
            if (at < 0) {
                return false;
            }
            rest = rest.subList(at + wanted.size(), rest.size());
        }
        return true;
    }

    private static int indexOf(List<String> words, List<String> wanted) {
        for (int at = 0; at + wanted.size() <= words.size(); at++) {
            if (words.subList(at, at + wanted.size()).equals(wanted)) {
                return at;
            }
        }
        return -1;
    }

    /** What commands print, other than errors, is their result. */
    private static boolean isMessage(Text text) {
        return text.isThrown()
                ? telling(text.text()) >= TELLING
                : prose(text.text()) >= PROSE && !text.place().contains("/cli/src/");
    }

    private static long prose(String text) {
        return Stream.of(text.split("\\s+"))
                .filter(word -> PROSE_WORD.matcher(word).matches())
                .count();
    }

    private static boolean covers(String entry, String text) {
        return telling(entry) >= Math.min(TELLING, telling(text)) && fits(entry, text);
    }

    private static List<Text> withoutEntry(List<Text> texts, List<String> entries) {
        return texts.stream()
                .filter(MessagesDocTest::isMessage)
                .filter(text -> entries.stream().noneMatch(entry -> covers(entry, text.text())))
                .toList();
    }

    private static List<String> withoutMessage(List<Text> texts, List<String> entries) {
        return entries.stream()
                .filter(entry -> telling(entry) == 0 || texts.stream().noneMatch(text -> fits(entry, text.text())))
                .toList();
    }

    @Test
    void eachMessageHasAnEntry() throws IOException {
        assertThat(withoutEntry(texts, entries())).isEmpty();
    }

    @Test
    void eachEntryIsAMessage() throws IOException {
        assertThat(withoutMessage(texts, entries())).isEmpty();
    }

    @Test
    void seesWhatIsMissing(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("Some.java");
        Files.writeString(source, """
                class Some {
                    static final String RULE = "give a number that is neither too low nor too high";
                    void check(int value) {
                        if (value < 0) {
                            throw new IllegalStateException("value [" + value + "] is " + (value < -9 ? "far" : "a bit")
                                    + " too low; " + RULE);
                        }
                        LOG.infof("value %d is what each of them would take", value);
                        LOG.warnf("value %d is rather high", value);
                        throw tooHigh(value, () -> "it is above " + value);
                    }
                    RuntimeException tooHigh(int value, Supplier<String> reason) {
                        return new IllegalStateException(value + ": " + reason.get());
                    }
                    String sql = "select one from some_table where other = ? and next = ?";
                }
                """);
        List<Text> found = SourceTexts.of(List.of(source));

        assertThat(withoutEntry(found, List.of()))
                .extracting(Text::place)
                .containsExactly(source + ":2", source + ":5", source + ":9", source + ":10");
        List<String> entries = Arrays.asList(
                "give a number that is neither", "value […] is … too low", "value … is rather high", "it is above …");
        assertThat(withoutEntry(found, entries)).isEmpty();
        assertThat(withoutMessage(found, entries)).isEmpty();
        assertThat(withoutMessage(found, List.of("value […] is … too high", "…")))
                .hasSize(2);
    }
}
