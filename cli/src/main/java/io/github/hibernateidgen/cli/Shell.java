package io.github.hibernateidgen.cli;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command reads and writes.
 *
 * @param in standard input
 * @param out results
 * @param err what is no result: messages, progress
 * @param clock the system's
 * @param environment gives the value of a variable of the environment, or null
 */
record Shell(
        BufferedReader in,
        PrintWriter out,
        PrintWriter err,
        InstantSource clock,
        Function<String, @Nullable String> environment) {}
