package io.github.hibernateidgen.examples;

import io.github.hibernateidgen.examples.Traffic.Sent;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Prints the results of the example. */
record Report(PrintStream out) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    void title(String text, Object... values) {
        out.printf("%n" + text + "%n", values);
    }

    void line(String text, Object... values) {
        out.printf("  " + text + "%n", values);
    }

    void unitOfWork(UnitOfWork saved) {
        List<Object> lines = saved.lineIds();
        title(saved.kind().name());
        line("before the flush  first order %s", saved.orderIds().get(0));
        line("                  its lines %s to %s", lines.get(0), lines.get(saved.linesPerOrder() - 1));
        sent("persist() sent  ", saved.byPersist());
        sent("the flush sent  ", saved.byFlush());
    }

    private void sent(String who, Sent sent) {
        line("%s  %s", who, sent.roundTrips() == 0 ? "nothing" : summary(sent));
        sent.statements().forEach((sql, times) -> line("%4d x %s", times, sql));
    }

    private static String summary(Sent sent) {
        List<String> calls = new ArrayList<>();
        if (sent.batches() > 0) {
            calls.add(count(sent.batches(), "batch", "batches"));
        }
        if (sent.singles() > 0) {
            calls.add(count(sent.singles(), "single call", "single calls"));
        }
        return count(sent.prepared(), "statement", "statements") + " in " + String.join(" and ", calls);
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    <O extends Order> void orders(List<O> orders, Function<O, Instant> madeAt) {
        for (O order : orders) {
            line("  %s  %-4s  %s", time(madeAt.apply(order)), order.customer, order.id());
        }
    }

    void table(List<UnitOfWork> saved) {
        title("%-14s%6s%16s%17s%14s", "id", "rows", "persist() sent", "the flush sent", "round trips");
        for (UnitOfWork work : saved) {
            out.printf(
                    "%-14s%6d%16d%17d%14d%n",
                    work.kind().name(),
                    work.rows(),
                    work.byPersist().roundTrips(),
                    work.byFlush().roundTrips(),
                    work.roundTrips());
        }
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
