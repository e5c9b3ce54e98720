package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line tool {@code idgen}. Its help lists the commands and the exit codes.
 *
 * <p>Other code must not call this class.
 */
@Command(
        name = "idgen",
        description = "Reads, makes and converts ids of hibernate-idgen.",
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DecodeCommand.class,
            GenerateCommand.class,
            ConvertCommand.class,
            LayoutCommand.class,
            SealCommand.class,
            OpenCommand.class,
            BackfillCommand.class,
            BackfillGuidsCommand.class,
            WorkersCommand.class,
            VerifyCommand.class,
            GenerateCompletion.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 an input was rejected, 2 the command line is wrong,",
            "            3 a database or a file failed.",
            "Examples:   idgen decode 382770312745709588",
            "            idgen help backfill",
            "            source <(idgen generate-completion)"
        })
public final class Main {

    /** Exceptions that are reported by their message, without a stack trace. */
    private static final List<Class<? extends Exception>> EXPECTED = List.of(
            RejectedException.class,
            IllegalArgumentException.class,
            SQLException.class,
            IOException.class,
            UncheckedIOException.class,
            ReservationStoreException.class,
            IllegalStateException.class);

    /** Matches the name of an option, with the character between the name and the value. */
    private static final Pattern OPTION = Pattern.compile("--[^=]*=?|-[^-]");

    final Shell shell;

    private Main(Shell shell) {
        this.shell = shell;
    }

    /**
     * Runs a command, and exits the process.
     *
     * @param args the command, its options and its arguments; an empty array prints the help
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(new Results(new FileOutputStream(FileDescriptor.out)), false, UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, UTF_8);
        System.setOut(System.err); // Keeps output of a driver or its logger out of the results.
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        System.exit(run(new Shell(in, out, err, InstantSource.system(), System::getenv), args));
    }

    static int run(Shell shell, String... args) {
        CommandLine commands = commandLine(shell);
        int exit = commands.execute(args.length == 0 ? new String[] {"--help"} : withHelpLast(args));
        try {
            shell.out().flush();
        } catch (UncheckedIOException e) {
            exit = failed(shell, e);
        }
        shell.err().flush();
        return exit;
    }

    /**
     * Turns {@code help seal new-key} into {@code seal new-key --help}, because picocli's help command does not explain
     * subcommands of a command.
     */
    private static String[] withHelpLast(String... args) {
        return args.length > 2 && args[0].equals("help")
                ? Stream.concat(Stream.of(args).skip(1), Stream.of("--help")).toArray(String[]::new)
                : args;
    }

    static CommandLine commandLine(Shell shell) {
        CommandLine commands = new CommandLine(new Main(shell));
        return commands.registerConverter(SnowflakeLayout.class, new LayoutSpec())
                .registerConverter(WorkerRange.class, WorkerRange::parse)
                .setOut(shell.out())
                .setErr(shell.err())
                .setUsageHelpLongOptionsMaxWidth(24)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::usageError)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(shell, failure));
    }

    /** Reads the version from the jar's manifest, for the option {@code --version} of each command. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"idgen " + (version == null ? "(built from source)" : version)};
        }
    }

    /** Prints the problem and a hint instead of the full help. */
    private static int usageError(ParameterException problem, String... args) {
        CommandLine command = problem.getCommandLine();
        command.getErr().println(shown(problem, args));
        CommandLine.UnmatchedArgumentException.printSuggestions(problem, command.getErr());
        command.getErr().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        return Exit.USAGE;
    }

    /** Describes the problem without values, because the value of a misspelt option may be a password. */
    private static String shown(ParameterException problem, String... args) {
        if (problem instanceof CommandLine.UnmatchedArgumentException unmatched) {
            List<String> names = unmatched.getUnmatched().stream()
                    .map(given -> given.equals(args[0]) ? given : shown(given))
                    .toList();
            return (names.stream().anyMatch(name -> name.startsWith("-")) ? "Unknown option" : "Unmatched argument")
                    + (names.size() == 1 ? ": '" : "s: '") + String.join("', '", names) + "'";
        }
        String message = String.valueOf(problem.getMessage());
        for (String given : args) {
            message = given.startsWith("-") ? message.replace(given, shown(given)) : message;
        }
        return Secrets.masked(message);
    }

    /** Returns the name of an option without its value. Hides other arguments. */
    private static String shown(String given) {
        Matcher name = OPTION.matcher(given);
        return !name.lookingAt() ? "***" : name.end() == given.length() ? given : name.group() + "***";
    }

    private static int failed(Shell shell, Exception failure) {
        if (failure instanceof Results.UnreadException) {
            return Exit.FAILED;
        }
        shell.out().flush();
        if (EXPECTED.stream().anyMatch(type -> type.isInstance(failure))) {
            String message = String.valueOf(failure.getMessage());
            boolean isMasked =
                    failure instanceof RejectedException || failure instanceof DatabaseOptions.UnreachableException;
            shell.err().println(isMasked ? message : Secrets.masked(message));
        } else {
            Secrets.masked(failure).printStackTrace(shell.err());
        }
        return failure instanceof RejectedException rejected
                ? rejected.exit
                : failure instanceof IllegalArgumentException ? Exit.REJECTED : Exit.FAILED;
    }
}
