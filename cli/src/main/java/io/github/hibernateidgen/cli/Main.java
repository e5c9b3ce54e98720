package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.InstantSource;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The command line, with a command for each thing that can be done. What it exits with is listed in its help.
 *
 * <p>Nothing here is for other code to call.
 */
@Command(
        name = "idgen",
        description = "Reads, makes and converts ids of hibernate-idgen.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done, 1 an input was refused, 2 the command line is wrong,",
            "            3 a database or a file failed.",
            "Examples:   idgen decode 382770312745709588",
            "            idgen help backfill",
            "            source <(idgen generate-completion)"
        })
public final class Main {

    static final int WIDTH = 80;

    private Main() {}

    /**
     * Runs a command, and ends the process.
     *
     * @param args the command, its options and its arguments; none for the help
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, UTF_8);
        System.setOut(System.err); // What a driver or its logger prints is no result.
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        System.exit(run(new Shell(in, out, err, Progress.hasTerminal(), InstantSource.system(), System::getenv), args));
    }

    static int run(Shell shell, String... args) {
        int exit = commandLine(shell).execute(args.length == 0 ? new String[] {"--help"} : args);
        shell.out().flush();
        shell.err().flush();
        if (shell.out().checkError() && exit == Exit.DONE) {
            return Exit.FAILED; // Whoever read the results has gone.
        }
        return exit;
    }

    static CommandLine commandLine(Shell shell) {
        CommandLine commands = new CommandLine(new Main())
                .addSubcommand(new DecodeCommand(shell))
                .addSubcommand(new GenerateCommand(shell))
                .addSubcommand(new ConvertCommand(shell))
                .addSubcommand(new LayoutCommand(shell))
                .addSubcommand(new CommandLine(new SealCommand(shell)).addSubcommand(new SealCommand.NewKey(shell)))
                .addSubcommand(new OpenCommand(shell))
                .addSubcommand(new BackfillCommand(shell))
                .addSubcommand(new BackfillGuidsCommand(shell))
                .addSubcommand(new WorkersCommand(shell))
                .addSubcommand(new GenerateCompletion())
                .addSubcommand(new CommandLine.HelpCommand());
        commands.getSubcommands().values().forEach(Main::shorten);
        String version = Main.class.getPackage().getImplementationVersion(); // of the jar's manifest
        commands.getCommandSpec().version("idgen " + (version == null ? "(built from source)" : version));
        return commands.registerConverter(SnowflakeLayout.class, new LayoutSpec())
                .setOut(shell.out())
                .setErr(shell.err())
                .setUsageHelpWidth(WIDTH)
                .setUsageHelpLongOptionsMaxWidth(24)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::misunderstood)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(shell, failure));
    }

    /** Help has a screen. */
    private static void shorten(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().abbreviateSynopsis(true);
        if (!spec.optionsMap().containsKey("--help") && !spec.name().equals("help")) {
            spec.addOption(OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .description("Shows this.")
                    .build());
        }
        command.getSubcommands().values().forEach(Main::shorten);
    }

    /** One line instead of the whole help. */
    private static int misunderstood(ParameterException problem, String... args) {
        CommandLine command = problem.getCommandLine();
        command.getErr().println(problem.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(problem, command.getErr());
        command.getErr().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        return Exit.USAGE;
    }

    private static int failed(Shell shell, Exception failure) {
        shell.out().flush();
        boolean refused = failure instanceof RefusedException || failure instanceof IllegalArgumentException;
        if (refused
                || failure instanceof SQLException
                || failure instanceof IOException
                || failure instanceof UncheckedIOException
                || failure instanceof ReservationStoreException
                || failure instanceof IllegalStateException) {
            shell.err().println(failure.getMessage());
        } else {
            failure.printStackTrace(shell.err());
        }
        return refused ? Exit.REFUSED : Exit.FAILED;
    }
}
