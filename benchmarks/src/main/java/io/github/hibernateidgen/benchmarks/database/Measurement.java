package io.github.hibernateidgen.benchmarks.database;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of programs that measure on servers of their own. */
abstract class Measurement implements Callable<Integer> {

    @Option(names = "--rounds", defaultValue = "5", description = "Rounds of each case; ${DEFAULT-VALUE}.")
    int rounds;

    @Option(
            names = "--durable",
            description = "Force commits to the disk; in Databases those of threads, as in the other parts.")
    boolean durable;

    @Option(
            names = "--results",
            defaultValue = "benchmarks/target/results",
            description = "Folder for database-<part>.json; ${DEFAULT-VALUE}.")
    Path results = Path.of("");

    String command = "";

    /** Runs the program and ends the process. */
    void run(String[] args) {
        // Hides the warnings about a wrong order and about a saturated pool, which are measured on purpose.
        Logger.getLogger("").setLevel(Level.SEVERE);
        command = getClass().getSimpleName() + " " + String.join(" ", args);
        System.exit(new CommandLine(this).execute(args));
    }
}
