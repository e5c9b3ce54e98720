package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No command repeats a password, wherever on the command line it is. */
class SecretsTest {

    private static final String SECRET = "s3cr3t";

    private static final List<String> COMMANDS = List.of("workers", "verify", "backfill", "backfill-guids", "decode");

    private static final List<String> PASSWORDS = List.of(
            SECRET,
            SECRET + " " + SECRET,
            SECRET + "@" + SECRET,
            SECRET + "/" + SECRET,
            SECRET + "]" + SECRET,
            SECRET + "'" + SECRET,
            SECRET + "," + SECRET,
            SECRET + "=" + SECRET,
            SECRET + "\n" + SECRET,
            "--" + SECRET);

    /** Arguments with a password, after a command. */
    private static List<String> arguments(String password, Random random) {
        List<List<String>> all = List.of(
                List.of("--pasword", password.replace("--", "")),
                List.of("--pasword=" + password),
                List.of("--passwort:" + "=" + password),
                List.of("-p" + password),
                List.of("--user", "--pasword=" + password),
                List.of("--user", "--password=" + password),
                List.of("--url", "jdbc:postgres://db/n?user=app&password=" + password),
                List.of("--url", "jdbc:h2:mem:n;IFEXISTS=TRUE;PASSWORD=" + password.replace("@", "")),
                List.of("--url", "jdbc:nonsense://app:" + password + "@db"),
                List.of("--ulr", "jdbc:h2:mem:n;PASSWORD=" + password),
                List.of("--url", "jdbc:h2:mem:n", "--pwd", password.replace("--", "")),
                List.of("--store", "db2://app:" + password + "@db:1"));
        return all.get(random.nextInt(all.size()));
    }

    @Test
    void noneOfManyCommandLinesShowsItsPassword() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < (LongTest.RUN ? 1_000 : 200); i++) {
            List<String> line = new ArrayList<>();
            line.add(COMMANDS.get(random.nextInt(COMMANDS.size())));
            line.addAll(arguments(PASSWORDS.get(i % PASSWORDS.size()), random));
            Cli.Result result = Cli.run(line.toArray(String[]::new));
            assertThat(result.exit()).as("%s, seed %d", line, seed).isNotZero();
            assertThat(result.out() + result.err())
                    .as("%s, seed %d", line, seed)
                    .isNotBlank()
                    .doesNotContain(SECRET);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workers --pasword value          | Unknown options: '--pasword', '***'
            workers --pasword=value          | Unknown option: '--pasword=***'
            workers -pvalue                  | Unknown option: '-p***'
            decod 4217                       | Unmatched arguments: 'decod', '***'
            workers --user --password=value  | Expected parameter for option '--user' but found '--password=***'
            """)
    void theMessageNamesTheOption(String line, String message) {
        Cli.Result result = Cli.run(line.split(" "));
        assertThat(result.err()).startsWith(message + System.lineSeparator());
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
    }

    /** MariaDB's driver takes the password for a port, and repeats it. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mariadb://app:s3cr3t@db/numbers", "jdbc:mariadb://db:1,app:s3cr3t@db/numbers"})
    void anAccountThatTheDriverDoesNotExpectIsHidden(String url) {
        Cli.Result result = Cli.run("verify", "--url", url);
        assertThat(result.err())
                .contains("give the account with --user and --password")
                .doesNotContain(SECRET)
                .hasLineCount(1);
        assertThat(result.exit()).isNotZero();
    }
}
