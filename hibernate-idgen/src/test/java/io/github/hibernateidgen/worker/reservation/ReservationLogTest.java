package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A logger that fails. */
class ReservationLogTest {

    private final List<Throwable> thrown = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private final ReservationLog log =
            new ReservationLog(ReservationTerms.DEFAULT, "test store", System.getLogger("test")) {
                @Override
                void say(System.Logger.Level level, String message, RuntimeException failure) {
                    if (!thrown.isEmpty()) {
                        ReservationLogTest.<Error>rethrow(thrown.remove(0));
                    }
                    written.add(message);
                }
            };

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }

    private List<Throwable> uncaught() throws InterruptedException {
        List<Throwable> uncaught = new ArrayList<>();
        log.waiting(ReservationTerms.DEFAULT.window(), new IllegalStateException("first"));
        log.waiting(ReservationTerms.DEFAULT.window(), new IllegalStateException("second"));
        Thread thread = new Thread(log::write);
        thread.setUncaughtExceptionHandler((own, failure) -> uncaught.add(failure));
        thread.start();
        thread.join();
        assertThat(written).singleElement().asString().endsWith("second");
        return uncaught;
    }

    @Test
    void errorOfTheLoggerIsSeen() throws InterruptedException {
        Error missing = new NoClassDefFoundError("appender/Missing");
        thrown.add(missing);

        assertThat(uncaught()).containsExactly(missing);
    }

    @Test
    void exceptionOfTheLoggerLosesItsLineOnly() throws InterruptedException {
        thrown.add(new IllegalStateException("full"));

        assertThat(uncaught()).isEmpty();
    }
}
