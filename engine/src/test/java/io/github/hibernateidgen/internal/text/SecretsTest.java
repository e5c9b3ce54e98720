package io.github.hibernateidgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.hibernateidgen.testing.DriverMessages;
import io.github.hibernateidgen.testing.TestSeed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @Test
    void noneOfAThousandMessagesShowsItsPassword() {
        Random random = TestSeed.random();
        for (String message : DriverMessages.of(1_000, random)) {
            String masked = Secrets.masked(message);
            assertThat(masked).as(message).doesNotContain(DriverMessages.SECRET).contains("***");
            assertThat(Secrets.masked(masked)).as("masked again").isEqualTo(masked);
            assertThat(trace(Secrets.masked(nested(message, random))))
                    .as(message)
                    .doesNotContain(DriverMessages.SECRET);
        }
    }

    /** Returns an exception that has the message somewhere among its causes. */
    private static Throwable nested(String message, Random random) {
        Throwable failure = new SQLException(message, "08001");
        for (int i = random.nextInt(4); i > 0; i--) {
            Throwable inner = failure;
            failure = switch (random.nextInt(3)) {
                case 0 -> new IllegalStateException("it failed", inner);
                case 1 -> new RuntimeException(inner);
                default -> {
                    Throwable outer = new Exception("it failed");
                    outer.addSuppressed(inner);
                    yield outer;
                }
            };
        }
        return failure;
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            No suitable driver found for jdbc:postgres://db/n?user=app&password=x | No suitable driver found for jdbc:postgres://db/n?user=app&password=***
            jdbc:sqlserver://db;password={a;b};encrypt=true                       | jdbc:sqlserver://db;password=***;encrypt=true
            redis://app:x@127.0.0.1:6379: Connection refused                      | redis://***@127.0.0.1:6379: Connection refused
            jdbc:oracle:thin:scott/tiger@//db:1521/n                              | jdbc:oracle:thin:***@//db:1521/n
            [jdbc:x://db/n]: Access denied for user 'app'@'localhost'             | [jdbc:x://db/n]: Access denied for user 'app'@'localhost'
            [jdbc:x://app:x@'y@db/n]: Access denied for user 'app'@'localhost'    | [jdbc:x://***@db/n]: Access denied for user 'app'@'localhost'
            password=mypwd=1                                                      | password=***pwd=***
            db.user-pwd.x = a                                                     | db.user-pwd.x = ***
            """)
    void theRestOfAMessageStays(String message, String masked) {
        assertThat(Secrets.masked(message)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATAL: password authentication failed for user \"app\"",
                "Access denied for user 'app'@'localhost' (using password: YES)",
                "Access denied for user 'app'@'localhost' (using password: NO)",
                "Wrong user name or password [28000-240]",
                "WRONGPASS invalid username-password pair or user is disabled.",
                "Table \"IDGEN_WORKER\" not found; SQL statement:\nselect 1 [42102-240]",
                "Connection to jdbc:postgresql://127.0.0.1:5432/db?user=app refused",
                "jdbc:oracle:thin:@//db:1521/n",
                "hibernate.idgen.redis.password [hidden]: no setting has this name"
            })
    void aMessageWithoutAPasswordStaysAndSoDoesItsException(String message) {
        assertThat(Secrets.masked(message)).isEqualTo(message);
        SQLException failure = new SQLException(message, new RuntimeException(message));
        assertThat(Secrets.masked(failure)).isSameAs(failure);
    }

    @Test
    void theTextAfterAMaskedPasswordStays() {
        String masked = "no connection to [" + Secrets.masked("jdbc:x://db;password=x") + "]: refused; give another";
        assertThat(masked).isEqualTo("no connection to [jdbc:x://db;password=***]: refused; give another");
        assertThat(Secrets.masked(masked)).isEqualTo(masked);
    }

    private static final class WrongPasswordException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongPasswordException(String message) {
            super(message);
        }
    }

    @Test
    void theNameOfAClassIsNoParameter() {
        Exception failure = new WrongPasswordException("of account app");
        assertThat(Secrets.masked(failure)).isSameAs(failure);
    }

    @Test
    void aTextBesideTheMessageIsMasked() {
        Exception failure = new Exception("it failed") {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                return "failure with password=x";
            }
        };
        assertThat(trace(Secrets.masked(failure))).startsWith("failure with password=***");
    }

    @Test
    void aCopyHasTheNameTheMessagesAndTheStackTracesOfTheOriginal() {
        SQLException cause = new SQLException("no driver for jdbc:x://db?password=y");
        IllegalStateException failure = new IllegalStateException("no connection", cause);
        failure.addSuppressed(new RuntimeException("closed"));
        Throwable masked = Secrets.masked(failure);
        assertThat(trace(masked)).isEqualTo(trace(failure).replace("password=y", "password=***"));
        assertThat(masked).hasMessage("no connection").hasStackTraceContaining("SecretsTest");
        assertThat(Secrets.masked(masked)).isSameAs(masked);
    }

    @Test
    void aLongMessageIsMasked() {
        String secret = DriverMessages.SECRET.repeat(100_000);
        assertThat(Secrets.masked("x".repeat(100_000) + " password={" + secret + "} and " + secret))
                .isEqualTo("x".repeat(100_000) + " password=***");
        assertThat(Secrets.masked("jdbc:x://" + secret + "@db")).isEqualTo("jdbc:x://***@db");
    }

    /** The time must not grow with the square of such a text's length: each takes some milliseconds. */
    @ParameterizedTest
    @ValueSource(
            strings = {"pwd.", "pwd", "pwd={", "pwd=", "token.", "://", "jdbc:", "&", "&pwd", "password: YES)", "a@"})
    void aLongTextTakesNotMuchLongerThanAShortOne(String repeated) {
        String text = repeated.repeat(64 * 1_024 / repeated.length());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Secrets.masked(text));
    }

    @Test
    void aCircleOfCausesEnds() {
        Exception one = new Exception("password=x");
        Exception other = new Exception("it failed", one);
        one.initCause(other);
        assertThat(trace(Secrets.masked(other))).doesNotContain("=x");
        Exception harmless = new Exception("one");
        harmless.initCause(new Exception("other", harmless));
        assertThat(Secrets.masked(harmless)).hasMessage("one");
    }
}
