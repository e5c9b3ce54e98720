package io.github.hibernateidgen.cli;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The input and output of a command.
 *
 * @param in standard input
 * @param out standard output, for results
 * @param err standard error, for messages and progress
 * @param clock the system clock
 * @param environment returns the value of an environment variable, or null
 */
record Shell(
        BufferedReader in,
        PrintWriter out,
        PrintWriter err,
        InstantSource clock,
        Function<String, @Nullable String> environment) {}
