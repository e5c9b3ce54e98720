package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of docs/migrating, or a section of one, whose SQL and settings a test runs as they stand. */
record Guide(String text) {

    static Guide page(String name) throws IOException {
        return new Guide(Files.readString(Path.of("..", "docs", "migrating", name + ".md")));
    }

    static Guide section(String page, String heading) throws IOException {
        Matcher found = Pattern.compile("(?ms)^## " + Pattern.quote(heading) + "$(.*?)(?=^## |\\z)")
                .matcher(page(page).text());
        assertThat(found.find()).as(heading).isTrue();
        return new Guide(found.group(1));
    }

    /** The statements of each block of a script below docs. Blank lines separate blocks. */
    static List<List<String>> script(String path) throws IOException {
        String text = Files.readString(Path.of("..", "docs").resolve(path));
        return statements(Stream.of(text.split("\\n\\s*\\n"))
                .map(block -> block.replaceAll("(?m)^--.*$", ""))
                .filter(block -> !block.isBlank())
                .toList());
    }

    /** The statements of each block of SQL, in the order in which they stand. A body between begin and end makes a block one. */
    List<List<String>> sql() {
        return statements(blocks("sql"));
    }

    private static List<List<String>> statements(List<String> blocks) {
        return blocks.stream()
                .map(String::strip)
                .map(block -> block.matches("(?s).*\\n *begin\\n.*")
                        ? List.of(block)
                        : Stream.of(block.split(";\\s*(\\n|$)"))
                                .map(String::strip)
                                .toList())
                .toList();
    }

    /** Each block of settings, as Hibernate takes them. */
    List<Map<String, Object>> settings() {
        return blocks("properties").stream()
                .map(block -> {
                    Properties properties = new Properties();
                    try {
                        properties.load(new StringReader(block));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    Map<String, Object> settings = new HashMap<>();
                    properties.forEach((name, value) -> settings.put((String) name, value));
                    return settings;
                })
                .toList();
    }

    /** What stands between fences, which may be indented. */
    private List<String> blocks(String language) {
        return Pattern.compile("(?ms)^( *)```" + language + "$\\n(.*?)^ *```$")
                .matcher(text)
                .results()
                .map(block -> block.group(2))
                .toList();
    }
}
