package io.github.hibernateidgen.benchmarks.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes the results of saturated applications as the Markdown tables of benchmarks/saturated.md and docs/benchmarks.md. */
final class SaturatedTables {

    private static final String RATE = "rowsPerSecond";
    private static final String REFERENCE = Contender.SEQUENCE_50.label();

    private SaturatedTables() {}

    /** Three kinds of id beside SEQUENCE(50), by threads and connections. */
    static String cells(Results results) {
        Samples samples = new Samples(results.samples()).at("scenario", "cells");
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : cells(samples)) {
            Samples here = cell.of(samples);
            for (String kind : ordered(here)) {
                rows.add(row(cell.toString(), here.of(kind), here.of(REFERENCE), kind));
            }
        }
        return Tables.table(head("threads x connections"), rows);
    }

    /** Other sizes, sources, databases, pools and threads, each beside the generator of Hibernate that it replaces. */
    static String beside(Results results) {
        Samples samples = new Samples(results.samples())
                .with(sample -> !List.of("cells", "burst").contains(sample.at().get("scenario")));
        List<List<String>> rows = new ArrayList<>();
        Set<Object> scenarios = new LinkedHashSet<>();
        samples.all().forEach(sample -> scenarios.add(sample.at().get("scenario")));
        for (Object scenario : scenarios) {
            Samples here = samples.at("scenario", scenario);
            Samples reference = here.with(sample -> !sample.kind().startsWith("@"));
            for (String kind : ordered(here)) {
                rows.add(row(name(scenario), here.of(kind), reference, kind));
            }
        }
        return Tables.table(head("200 threads x 10 connections"), rows);
    }

    private static String name(Object scenario) {
        return switch (String.valueOf(scenario)) {
            case "size 1", "size 1000" -> String.valueOf(scenario);
            case "table" -> "a table of numbers";
            case "table delayed" -> "a table of numbers, connection at the first statement";
            case "redis" -> "counters in Redis";
            case "mariadb" -> "MariaDB";
            case "mysql" -> "MySQL: tables of numbers";
            case "jta" -> "JTA with Agroal";
            case "virtual" -> "virtual threads";
            case "delayed" -> "connection at the first statement";
            default -> throw new IllegalArgumentException("[" + scenario + "] is not a known scenario");
        };
    }

    /** A burst of 3,000 requests over 600 requests a second. */
    static String burst(Results results) {
        Samples samples = new Samples(results.samples()).at("scenario", "burst");
        List<List<String>> rows = new ArrayList<>();
        for (String kind : ordered(samples)) {
            Samples here = samples.of(kind);
            rows.add(List.of(
                    Tables.code(kind),
                    back(here),
                    seconds(here.value("longestSeconds")),
                    here.value("waiting").plain(0),
                    here.value("failures").plain(0)));
        }
        return Tables.table(
                List.of("id", "back after, s", "longest request, s", "still waiting at the end", "failed requests"),
                rows);
    }

    /** The table of docs/benchmarks.md: rates relative to SEQUENCE(50), and the burst. */
    static String digest(Results results) {
        Samples samples = new Samples(results.samples()).of(Database.POSTGRESQL);
        Samples cells = samples.at("scenario", "cells");
        List<String> head = new ArrayList<>(List.of("id"));
        cells(cells).forEach(cell -> head.add(cell.toString()));
        head.addAll(List.of("longest request, s", "back after a burst, s"));
        List<List<String>> rows = new ArrayList<>();
        for (String kind : ordered(cells)) {
            List<String> row = new ArrayList<>(List.of(Tables.code(kind)));
            for (Cell cell : cells(cells)) {
                Samples here = cell.of(cells);
                row.add(
                        kind.equals(REFERENCE)
                                ? here.of(kind).value(RATE).plain(0) + " rows/s"
                                : here.of(kind)
                                        .ratioTo(here.of(REFERENCE), RATE)
                                        .plain(2));
            }
            row.add(format("%.1f", cells.of(kind).value("longestSeconds").highest()));
            row.add(back(samples.at("scenario", "burst").of(kind)));
            rows.add(row);
        }
        return Tables.table(head, rows);
    }

    /** Returns the kinds in the sequence of the enum. */
    private static List<String> ordered(Samples samples) {
        return Arrays.stream(Contender.values())
                .map(Contender::label)
                .filter(samples.kinds()::contains)
                .toList();
    }

    private record Cell(Object threads, Object connections) {

        Samples of(Samples samples) {
            return samples.at("threads", threads).at("connections", connections);
        }

        @Override
        public String toString() {
            return threads + " x " + connections;
        }
    }

    private static Set<Cell> cells(Samples samples) {
        Set<Cell> cells = new LinkedHashSet<>();
        samples.all()
                .forEach(sample -> cells.add(
                        new Cell(sample.at().get("threads"), sample.at().get("connections"))));
        return cells;
    }

    private static List<String> head(String first) {
        return List.of(
                first,
                "id",
                "rows/s",
                "of Hibernate's own",
                "longest request, s",
                "sessions",
                "numbers without a row",
                "ids out of order",
                "failed requests");
    }

    private static List<String> row(String first, Samples here, Samples reference, String kind) {
        Spread dropped = here.value("dropped");
        return List.of(
                first,
                Tables.code(kind),
                rate(here.value(RATE)),
                here.ratioTo(reference, RATE).ratio(),
                seconds(here.value("longestSeconds")),
                format("%.0f", here.value("sessions").highest()),
                dropped.isMissing() ? "" : dropped.plain(0),
                sum(here, "descents"),
                sum(here, "failures"));
    }

    private static String sum(Samples samples, String name) {
        return format(
                "%.0f",
                samples.all().stream()
                        .mapToDouble(sample -> sample.values().get(name))
                        .sum());
    }

    /** Returns the median with the lowest and the highest round. */
    private static String rate(Spread spread) {
        return format("%.0f (%.0f-%.0f)", spread.median(), spread.lowest(), spread.highest());
    }

    /** Returns the median with the longest round. */
    private static String seconds(Spread spread) {
        return spread.isMissing() ? "" : format("%.1f (to %.1f)", spread.median(), spread.highest());
    }

    /** Returns the median of the seconds until no request waited; never, if requests waited in most rounds. */
    private static String back(Samples samples) {
        if (samples.isEmpty()) {
            return "";
        }
        List<Double> seconds = samples.all().stream()
                .map(sample -> sample.values().getOrDefault("secondsUntilBack", Double.MAX_VALUE))
                .toList();
        double median = Spread.of(seconds).median();
        return median > 1e6 ? "never" : format("%.1f", median);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
