package io.github.hibernateidgen.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The README and the pages in docs and its folders, but for decisions: those name what was there when they were made. */
final class Pages {

    private static final Path ROOT = Path.of("..");

    private Pages() {}

    static List<Path> all() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        Path decisions = ROOT.resolve("docs/contributing/decisions");
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md") && !page.startsWith(decisions))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }
}
