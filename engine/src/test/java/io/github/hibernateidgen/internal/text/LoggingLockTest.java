package io.github.hibernateidgen.internal.text;

import static java.lang.System.Logger.Level.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

/** Lines that are written late, and a logger that fails. */
class LoggingLockTest {

    private final List<Throwable> thrown = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private final LoggingLock lock = new LoggingLock(new System.Logger() {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable failure) {
            if (!thrown.isEmpty()) {
                LoggingLockTest.<Error>rethrow(thrown.remove(0));
            }
            written.add(message);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            throw new UnsupportedOperationException();
        }
    });

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }

    private void logTwoLines() {
        lock.locked(() -> {
            lock.log(INFO, () -> "first", null);
            lock.log(INFO, () -> "second", null);
            assertThat(written).as("while the lock is held").isEmpty();
        });
    }

    private List<Throwable> uncaught() throws InterruptedException {
        List<Throwable> uncaught = new ArrayList<>();
        Thread thread = new Thread(this::logTwoLines);
        thread.setUncaughtExceptionHandler((own, failure) -> uncaught.add(failure));
        thread.start();
        thread.join();
        return uncaught;
    }

    @Test
    void writesLinesInOrderOnceTheLockIsReleased() throws InterruptedException {
        assertThat(uncaught()).isEmpty();
        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void errorOfTheLoggerIsSeen() throws InterruptedException {
        Error missing = new NoClassDefFoundError("appender/Missing");
        thrown.add(missing);

        assertThat(uncaught()).containsExactly(missing);
        assertThat(written).containsExactly("second");
    }

    @Test
    void errorsOfTheLoggerAreSeenForEachLine() throws InterruptedException {
        Error broken = new NoClassDefFoundError("org/acme/Appender");
        thrown.addAll(List.of(broken, broken));

        assertThat(uncaught()).as("of both lines").containsExactly(broken, broken);
    }

    @Test
    void exceptionOfTheLoggerLosesItsLineOnly() throws InterruptedException {
        thrown.add(new IllegalStateException("full"));

        assertThat(uncaught()).isEmpty();
        assertThat(written).containsExactly("second");
    }
}
