package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the links between the pages of the documentation to files that are there and headings that they have. */
class LinksDocTest {

    private static final Path ROOT = Path.of("..");
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules");

    private static final Pattern CODE = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.+)$", Pattern.MULTILINE);

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT,
                3,
                (file, attributes) ->
                        attributes.isRegularFile() && file.toString().endsWith(".md"))) {
            return files.filter(LinksDocTest::isOurs).sorted().toList();
        }
    }

    private static boolean isOurs(Path page) {
        for (Path part : ROOT.relativize(page)) {
            if (NOT_OURS.contains(part.toString()) || part.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    /** As GitHub makes it: lower case, spaces to hyphens, no punctuation, and a number for the second of one name. */
    private static Set<String> anchors(String page) {
        Set<String> anchors = new HashSet<>();
        for (MatchResult heading :
                HEADING.matcher(CODE.matcher(page).replaceAll("")).results().toList()) {
            String anchor = anchor(heading.group(1));
            String numbered = anchor;
            for (int i = 1; !anchors.add(numbered); i++) {
                numbered = anchor + "-" + i;
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private String problem(Path page, String link) {
        if (link.matches("[a-z]+:.*")) {
            return "";
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return "leads to no file";
        }
        boolean hasAnchor = parts.length == 1
                || anchors.computeIfAbsent(target, file -> anchors(read(file))).contains(parts[1]);
        return hasAnchor ? "" : "leads to no heading";
    }

    @Test
    void leadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            String text = CODE.matcher(read(page)).replaceAll("");
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                String problem = problem(page, link.group(1));
                if (!problem.isEmpty()) {
                    broken.add(ROOT.relativize(page) + ": [" + link.group(1) + "] " + problem);
                }
                links++;
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Native images and AOT           | native-images-and-aot
                    `a.b` and "c"?                  | ab-and-c
                    1. Change the entities          | 1-change-the-entities
                    A key: device, day - and number | a-key-device-day---and-number
                    [A page](page.md#part) of links | a-page-of-links
                    """)
    void anchorsAreThoseOfGitHub(String heading, String anchor) {
        assertThat(anchors("# " + heading + "\n```\n# not one\n```\n# " + heading + "\n"))
                .containsExactlyInAnyOrder(anchor, anchor + "-1");
    }
}
