package io.github.hibernateidgen.docs;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.docs.SourceTexts.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes docs/messages.md from the code with {@code -Didgen.docs.write=true}, and otherwise compares the page with the code.
 * Requires that each entry in docs/troubleshooting.md is a text of the code: an entry is text in backticks in the first column
 * of a table that is headed by <em>message</em>. It fits a text that has the entry's words in the same order, where {@code …}
 * in the entry stands for anything. A message that an entry fits has a link to the entry's section.
 *
 * <p>A message is the text of an exception or a warning with at least {@value #TELLING} words that are no settings, and each
 * other text of at least {@value #PROSE} words that {@link SourceTexts} finds: parts of messages are often made elsewhere.
 */
class MessagesDocTest {

    private static final Path PAGE = Path.of("..", "docs", "messages.md");
    private static final Path ENTRIES = Path.of("..", "docs", "troubleshooting.md");
    private static final String COMMAND =
            "./mvnw -pl hibernate-idgen -am test -Dtest=MessagesDocTest -Didgen.docs.write=true";
    private static final int TELLING = 3;
    private static final int PROSE = 6;

    private static final String HEAD = """
            # All messages

            Search this page for three or four words of your message that are neither a name nor a number. It has each exception and warning, and
            parts that messages are made of. `…` replaces a part that changes, and `‹a|b›` is `a` or `b`. The remedy follows the semicolon.
            *More* leads to [troubleshooting](troubleshooting.md). `%s` makes
            this page from the code.
            """.formatted(COMMAND);

    private static final Pattern HEADING = Pattern.compile("#+ (.*)");
    private static final Pattern FIRST_CELL = Pattern.compile("\\|((?:`[^`]*`|[^|`])*)\\|.*");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern ARTIFACT = Pattern.compile("(?s)</parent>.*?<artifactId>(.*?)<");
    private static final Pattern PROSE_WORD = Pattern.compile("[\\p{L}']{2,}[,;:.]?");
    private static final Pattern TELLING_WORD = Pattern.compile(".*\\p{L}.*\\p{L}.*");
    private static final Pattern NAME = Pattern.compile("hibernate\\.idgen\\.[\\w.-]+|\\w+(/\\w+)+");
    private static final Pattern GAP = Pattern.compile("[…‹|›]");

    /** The words of each text, which is compared with each entry. */
    private static final Map<String, List<String>> WORDS = new HashMap<>();

    private static Map<String, List<Text>> modules = Map.of();

    /**
     * A part of a message that troubleshooting explains.
     *
     * @param section the anchor of the heading above it
     */
    private record Entry(String section, String text) {}

    @BeforeAll
    static void readSources() throws IOException {
        modules = SourceTexts.ofPublishedModules();
    }

    /** The engine and the stores are used without settings, too. {@code Remedies} adds the settings that help. */
    @Test
    void messagesBelowTheCoreNameNoSetting() {
        assertThat(modules.entrySet().stream()
                        .filter(module -> module.getKey().equals("engine")
                                || module.getKey().startsWith("stores/"))
                        .flatMap(module -> module.getValue().stream())
                        .toList())
                .hasSizeGreaterThan(100)
                .noneMatch(text -> text.text().contains("hibernate.idgen."));
    }

    /** A line of a log that names a setting without {@code named} would have Hibernate's names in each framework. */
    @Test
    void linesOfALogNameSettingsAsTheFrameworkDoes() throws IOException {
        Pattern line = Pattern.compile("LOG\\s*\\.(?:log|warn|info|error|debug)f?\\((?:[^;\"]|\"[^\"]*\")*;");
        Pattern setting = Pattern.compile(
                "\\b(?:WORKER|SNOWFLAKE|SEGMENT|SEAL|COLUMN)_[A-Z_]+|IdgenSettings\\.|Setting\\.|hibernate\\.idgen\\.\\w");
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                line.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .filter(text -> setting.matcher(text).find())
                        .forEach(found::add);
            }
        }
        assertThat(found).hasSizeGreaterThan(4).allMatch(text -> text.contains("named("));
    }

    /** Nobody checks a fixed number, so it is no remedy: the remedy follows the semicolon. */
    @Test
    void noRemedyIsAFixedNumber() {
        assertThat(modules.values().stream().flatMap(List::stream).map(Text::text))
                .noneMatch(text ->
                        text.substring(text.indexOf(';') + 1).matches("(?s).+hibernate\\.idgen\\.worker\\.id\\b.*"));
    }

    private static List<Entry> entries(List<String> page) {
        List<Entry> entries = new ArrayList<>();
        String section = "";
        boolean isTable = false;
        for (String line : page) {
            if (HEADING.matcher(line).matches()) {
                section = anchor(line);
            } else if (line.startsWith("| message")) {
                isTable = true;
            } else if (!line.startsWith("|")) {
                isTable = false;
            } else if (isTable) {
                for (MatchResult cell : FIRST_CELL.matcher(line).results().toList()) {
                    String anchor = section;
                    CODE.matcher(cell.group(1))
                            .results()
                            .forEach(code -> entries.add(new Entry(anchor, code.group(1))));
                }
            }
        }
        return entries;
    }

    private static String anchor(String heading) {
        String words = heading.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT);
        return words.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
    }

    private static List<String> words(String text) {
        return WORDS.computeIfAbsent(text, MessagesDocTest::split);
    }

    private static List<String> split(String text) {
        return Stream.of(GAP.matcher(text).replaceAll(" … ").split("[^\\p{L}\\p{N}_@…]+"))
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

    /** Returns whether a text has enough words, without names of settings and ciphers. The output of commands is no message. */
    private static boolean isMessage(Text text) {
        return text.isThrown()
                ? telling(NAME.matcher(text.text()).replaceAll("…")) >= TELLING
                : prose(text.text()) >= PROSE && !text.file().contains("/cli/src/");
    }

    private static long prose(String text) {
        return Stream.of(text.replace("…", " … ").split("\\s+"))
                .filter(word -> PROSE_WORD.matcher(word).matches())
                .count();
    }

    private static boolean covers(Entry entry, String text) {
        return telling(entry.text()) >= Math.min(TELLING, telling(text)) && fits(entry.text(), text);
    }

    private static List<String> withoutMessage(List<Text> texts, List<Entry> entries) {
        return entries.stream()
                .map(Entry::text)
                .filter(entry -> telling(entry) == 0 || texts.stream().noneMatch(text -> fits(entry, text.text())))
                .toList();
    }

    /** Returns the page: a section for each module, in it one for each package, and the messages of a package by alphabet. */
    private static String page(Map<String, List<Text>> byArtifact, List<Entry> entries) {
        List<Text> all = byArtifact.values().stream()
                .flatMap(List::stream)
                .filter(MessagesDocTest::isMessage)
                .toList();
        StringBuilder page = new StringBuilder(HEAD);
        Set<String> known = new HashSet<>();
        byArtifact.forEach((artifact, texts) -> {
            Map<String, Set<String>> byPackage = new LinkedHashMap<>();
            texts.stream()
                    .filter(all::contains)
                    .filter(text -> text.isThrown() || all.stream().noneMatch(other -> isPart(text, other)))
                    .filter(text -> known.add(text.text()))
                    .forEach(text -> byPackage
                            .computeIfAbsent(text.inPackage(), name -> new TreeSet<>())
                            .add("- `%s`%s\n".formatted(text.text().replace('`', '\''), more(text, entries))));
            if (!byPackage.isEmpty()) {
                page.append("\n## ").append(artifact).append('\n');
            }
            byPackage.forEach((name, lines) -> {
                page.append("\n### ").append(name).append("\n\n");
                lines.forEach(page::append);
            });
        });
        return page.toString();
    }

    private static boolean isPart(Text part, Text whole) {
        return !whole.text().equals(part.text()) && whole.text().contains(part.text());
    }

    private static String more(Text text, List<Entry> entries) {
        return entries.stream()
                .filter(entry -> covers(entry, text.text()))
                .max(comparing(entry -> telling(entry.text())))
                .map(entry -> " [More](troubleshooting.md#" + entry.section() + ")")
                .orElse("");
    }

    private static String artifact(String module) throws IOException {
        String pom = Files.readString(Path.of("..", module, "pom.xml"));
        return ARTIFACT.matcher(pom).results().findFirst().orElseThrow().group(1);
    }

    @Test
    void pageHasEachMessage() throws IOException {
        Map<String, List<Text>> byArtifact = new LinkedHashMap<>();
        for (Map.Entry<String, List<Text>> module : modules.entrySet()) {
            byArtifact.put(artifact(module.getKey()), module.getValue());
        }
        String made = page(byArtifact, entries(Files.readAllLines(ENTRIES)));

        if (Boolean.getBoolean("idgen.docs.write")) {
            Files.writeString(PAGE, made);
        }
        assertThat(differences(Files.readAllLines(PAGE), made.lines().toList()))
                .as("docs/messages.md; make it anew: " + COMMAND)
                .isEmpty();
    }

    /** Compares the words, in the order of the page. Another comma or quote is no other message. */
    private static List<String> differences(List<String> page, List<String> made) {
        List<List<String>> ofPage = page.stream().map(MessagesDocTest::words).toList();
        List<List<String>> ofMade = made.stream().map(MessagesDocTest::words).toList();
        List<String> differences = new ArrayList<>();
        made.stream()
                .filter(line -> !ofPage.contains(words(line)))
                .map("missing: "::concat)
                .forEach(differences::add);
        page.stream()
                .filter(line -> !ofMade.contains(words(line)))
                .map("outdated: "::concat)
                .forEach(differences::add);
        if (differences.isEmpty() && !ofPage.equals(ofMade)) {
            differences.add("another order");
        }
        return differences;
    }

    @Test
    void anotherCommaIsNoOtherMessage() {
        List<String> page = List.of("- `value […] is negative, give 0`", "- `no answer`");
        assertThat(differences(page, List.of("- `value […] is negative; give 0`", "- `no answer`")))
                .isEmpty();
        assertThat(differences(page, List.of("- `value […] is negative, give 1`", "- `no answer`")))
                .containsExactly(
                        "missing: - `value […] is negative, give 1`", "outdated: - `value […] is negative, give 0`");
        assertThat(differences(page, List.of("- `no answer`", "- `value […] is negative, give 0`")))
                .containsExactly("another order");
    }

    @Test
    void eachEntryIsAMessage() throws IOException {
        List<Text> texts = modules.values().stream().flatMap(List::stream).toList();
        List<Entry> entries = entries(Files.readAllLines(ENTRIES));

        assertThat(entries).isNotEmpty();
        assertThat(withoutMessage(texts, entries))
                .as("entries of docs/troubleshooting.md that are no text of the code")
                .isEmpty();
    }

    @Test
    void pageIsMadeOfAllMessages(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("Some.java");
        Files.writeString(source, """
                package some.where;
                class Some {
                    static final String RULE = "give a number that is neither too small nor too large";
                    static final String NOTE = "this is a part of other texts and alone, too";
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
        List<Entry> entries = entries(List.of(
                "## `High` and low",
                "| message | cause |",
                "| --- | --- |",
                "| `value […] is … too low` `value … is rather high` | `no entry` |",
                "| text | cause |",
                "",
                "| `no entry` | |"));

        assertThat(page(Map.of("some-artifact", found), entries)).isEqualTo(HEAD + """

                ## some-artifact

                ### some.where

                - `it is above …`
                - `this is a part of other texts and alone, too`
                - `value […] is ‹far|a bit› too low; give a number that is neither too small nor too large` [More](troubleshooting.md#high-and-low)
                - `value … is rather high` [More](troubleshooting.md#high-and-low)
                """);
        assertThat(withoutMessage(found, entries)).isEmpty();
        assertThat(withoutMessage(
                        found,
                        entries(List.of(
                                "| message |", "| `value […] is … too high` `…` `is far a bit` `it is above …` |"))))
                .containsExactly("value […] is … too high", "…", "is far a bit");
    }
}
