package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Parcel;
import io.github.hibernateidgen.testing.Ticket;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An application that brings no library of JSON, and not the API of checkpoints. */
class OptionalLibrariesTest {

    /** Runs in a class loader of its own. Answers the warnings, or the message of what stopped the start. */
    public static final class Start implements Supplier<String> {

        @Override
        public String get() {
            try (LogCapture log = new LogCapture()) {
                Hibernate.onH2(Ticket.class, Parcel.class)
                        .without(IdgenSettings.WORKER_ID)
                        .start()
                        .close();
                return log.warnings().toString();
            } catch (RuntimeException | Error e) {
                return String.valueOf(e);
            }
        }
    }

    @Test
    void areNotMissed() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        URL[] urls = Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> Stream.of("jackson", "crac").noneMatch(new File(entry).getName()::contains))
                .map(OptionalLibrariesTest::url)
                .toArray(URL[]::new);
        assertThat(urls.length).as(Arrays.toString(urls)).isGreaterThan(10);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(application);
            Object start = application
                    .loadClass(Start.class.getName())
                    .getConstructor()
                    .newInstance();
            assertThat(((Supplier<?>) start).get()).isEqualTo("[]");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }
}
