package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Writes the tables and pictures of benchmarks/database.md, the tables of benchmarks/several-writers.md and of
 * benchmarks/saturated.md, and the table of a saturated application in docs/benchmarks.md, from the existing results. A table is between the lines {@code <!-- database: name -->} and {@code <!-- end -->}.
 */
public final class Report {

    private final Path results;
    private final Path page;
    private final Path writers;
    private final Path saturated;
    private final Path digest;

    private Report(Path results, Path page, Path writers, Path saturated, Path digest) {
        this.results = results;
        this.page = page;
        this.writers = writers;
        this.saturated = saturated;
        this.digest = digest;
    }

    /**
     * Writes all tables and pictures.
     *
     * @param args the folder of results, the page, the page of several writers, the page of saturated applications, and the
     *     page of the docs; by default the project's own
     */
    public static void main(String[] args) throws IOException {
        System.setProperty("java.awt.headless", "true");
        new Report(
                        Path.of(args.length > 0 ? args[0] : "benchmarks/results"),
                        Path.of(args.length > 1 ? args[1] : "benchmarks/database.md"),
                        Path.of(args.length > 2 ? args[2] : "benchmarks/several-writers.md"),
                        Path.of(args.length > 3 ? args[3] : "benchmarks/saturated.md"),
                        Path.of(args.length > 4 ? args[4] : "docs/benchmarks.md"))
                .write();
    }

    private void write() throws IOException {
        Pictures pictures = new Pictures(page.resolveSibling("pictures"));
        table(page, "insert", "insert", Tables::insert);
        table(page, "close", "close/insert", Tables::close);
        table(page, "children", "children", Tables::children);
        table(page, "growth", "growth", Tables::growth);
        table(page, "connections", "connections/growth", Tables::connections);
        table(page, "threads", "threads", Tables::threads);
        table(page, "threads-children", "threads", Tables::childrenOfThreads);
        table(page, "lengths", "lengths", Tables::lengths);
        table(page, "large", "large", Tables::large);
        table(writers, "threads", "threads", Tables::allThreads);
        table(writers, "writers", "writers", Tables::writers);
        table(writers, "other-writers", "writers", Tables::otherWriters);
        table(saturated, "cells", "saturated", SaturatedTables::cells);
        table(saturated, "beside", "saturated", SaturatedTables::beside);
        table(saturated, "burst", "saturated", SaturatedTables::burst);
        table(digest, "saturated", "saturated", SaturatedTables::digest);
        picture("insert", pictures::fill);
        picture("growth", pictures::growth);
        picture("writers", pictures::writers);
    }

    private void picture(String part, Consumer<Results> draw) {
        Path file = file(part);
        if (Files.exists(file)) {
            draw.accept(Results.read(file));
        }
    }

    private void table(Path page, String name, String part, Function<Results, String> table) throws IOException {
        Path file = file(part);
        if (Files.exists(file)) {
            String text = Files.readString(page);
            String begin = "<!-- database: " + name + " -->\n";
            int from = text.indexOf(begin);
            int to = text.indexOf("<!-- end -->", from);
            if (from < 0 || to < 0) {
                throw new IOException(page + " has no place for the table [" + name + "]: " + begin.strip());
            }
            Files.writeString(
                    page,
                    text.substring(0, from + begin.length())
                            + table.apply(Results.read(file)).stripLeading()
                            + text.substring(to));
        }
    }

    private Path file(String part) {
        Path name = Path.of(part);
        return results.resolve(name).resolveSibling("database-" + name.getFileName() + ".json");
    }
}
