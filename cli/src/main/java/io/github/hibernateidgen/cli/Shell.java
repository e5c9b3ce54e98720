package io.github.hibernateidgen.cli;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.time.InstantSource;

/**
 * What a command reads and writes.
 *
 * @param in standard input
 * @param out results
 * @param err what is no result: messages, progress
 * @param terminal whether somebody looks at it
 * @param clock the system's
 */
record Shell(BufferedReader in, PrintWriter out, PrintWriter err, boolean terminal, InstantSource clock) {}
