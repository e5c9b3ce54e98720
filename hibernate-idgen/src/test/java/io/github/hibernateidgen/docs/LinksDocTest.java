package io.github.hibernateidgen.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each link inside of the documentation leads to a file that is there, and to one of its headings. */
class LinksDocTest {

    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

    private final Map<Path, Set<String>> headings = new HashMap<>();

    private static String text(Path page) {
        try {
            return CODE.matcher(Files.readString(page)).replaceAll("");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** As GitHub names them: in lower case, with hyphens for spaces and without other punctuation. */
    private static Set<String> headings(Path page) {
        return HEADING.matcher(text(page))
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'))
                .collect(toSet());
    }

    private boolean leads(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && (parts.length == 1
                        || headings.computeIfAbsent(target, LinksDocTest::headings)
                                .contains(parts[1]));
    }

    @Test
    void areFoundWhereOneIsBroken() {
        Path page = Path.of("../README.md").normalize();
        assertThat(leads(page, "docs/settings.md#essential")).isTrue();
        assertThat(leads(page, "docs/settings.md#missing")).isFalse();
        assertThat(leads(page, "docs/missing.md")).isFalse();
    }

    @Test
    void leadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : NamedTestsDocTest.pages()) {
            for (MatchResult match : LINK.matcher(text(page)).results().toList()) {
                String link = match.group(1);
                if (!link.startsWith("https:") && !leads(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }
}
