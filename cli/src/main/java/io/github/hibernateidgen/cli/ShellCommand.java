package io.github.hibernateidgen.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A subcommand of {@link Main}, which supplies the shell. */
abstract class ShellCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable Main idgen;

    final Shell shell() {
        return requireNonNull(idgen).shell;
    }

    final PrintWriter out() {
        return shell().out();
    }
}
