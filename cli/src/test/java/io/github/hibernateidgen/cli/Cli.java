package io.github.hibernateidgen.cli;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/** Runs commands in this JVM. */
final class Cli {

    static final Instant NOW = Instant.parse("2026-11-22T08:00:00Z");

    /** What came of a command. */
    record Result(int exit, String out, String err) {}

    private Cli() {}

    static Result run(String... args) {
        return runWith("", NOW, args);
    }

    static Result runAt(Instant now, String... args) {
        return runWith("", now, args);
    }

    static Result runWith(String input, Instant now, String... args) {
        return run(input, now, variable -> null, args);
    }

    /** With keys in the environment. */
    static Result runIn(String keys, String... args) {
        return run("", NOW, variable -> variable.equals(KeyOptions.VARIABLE) ? keys : null, args);
    }

    private static Result run(String input, Instant now, Function<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.run(
                new Shell(
                        new BufferedReader(new StringReader(input)),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        InstantSource.fixed(now),
                        environment),
                args);
        return new Result(exit, out.toString(), err.toString());
    }
}
