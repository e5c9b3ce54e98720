package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application that brings neither Curator nor Lettuce nor jetcd nor the API of checkpoints. */
class OptionalLibrariesTest {

    /** Runs in a class loader of its own. Answers the message of what stopped the start, or the empty text. */
    public static final class Start implements Function<String, String> {

        @Override
        public String apply(String source) {
            try (LogCapture log = new LogCapture()) {
                application(source).start().close();
                return log.warnings().toString();
            } catch (RuntimeException | Error e) {
                return String.valueOf(e);
            }
        }

        private static Hibernate application(String source) {
            if (source.equals("segments in redis")) {
                return Hibernate.onH2(SegmentIdTest.LongRow.class)
                        .with(IdgenSettings.SEGMENT_SOURCE, "redis")
                        .with(IdgenSettings.REDIS_URI, "redis://127.0.0.1:1");
            }
            return Hibernate.onH2(ReservedWorkerNumberTest.Ticket.class, SegmentIdTest.LongRow.class)
                    .without(IdgenSettings.WORKER_ID)
                    .with(IdgenSettings.WORKER_SOURCE, source)
                    .with(IdgenSettings.WORKER_ZOOKEEPER_CONNECT, "127.0.0.1:1")
                    .with(IdgenSettings.REDIS_URI, "redis://127.0.0.1:1")
                    .with(IdgenSettings.WORKER_ETCD_ENDPOINTS, "http://127.0.0.1:1");
        }
    }

    private static URLClassLoader application;

    /** One for all: what is slow is to load Hibernate anew. */
    @BeforeAll
    static void bringTheOthers() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        URL[] urls = Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> Stream.of("curator", "zookeeper", "lettuce", "etcd", "crac")
                        .noneMatch(new File(entry).getName()::contains))
                .map(OptionalLibrariesTest::url)
                .toArray(URL[]::new);
        assertThat(urls.length).as(Arrays.toString(urls)).isGreaterThan(10);
        application = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    @AfterAll
    static void close() throws IOException {
        application.close();
    }

    @Test
    void othersDoNotMissThem() throws Exception {
        assertThat(startWithoutThem("jdbc")).isEqualTo("[]");
    }

    @ParameterizedTest
    @CsvSource({
        "zookeeper, org.apache.curator:curator-framework",
        "redis, io.lettuce:lettuce-core",
        "etcd, io.etcd:jetcd-core"
    })
    void whoAsksForThemIsToldWhatToAdd(String source, String library) throws Exception {
        assertThat(startWithoutThem(source))
                .startsWith(IdgenConfigurationException.class.getName())
                .contains(IdgenSettings.WORKER_SOURCE + " [" + source + "]", "add " + library);
    }

    @Test
    void whoAsksForSegmentsInRedisIsToldWhatToAdd() throws Exception {
        assertThat(startWithoutThem("segments in redis"))
                .startsWith(IdgenConfigurationException.class.getName())
                .contains(IdgenSettings.SEGMENT_SOURCE + " [redis]", "add io.lettuce:lettuce-core");
    }

    @SuppressWarnings("unchecked")
    private static String startWithoutThem(String source) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(application);
        try {
            return ((Function<String, String>) application
                            .loadClass(Start.class.getName())
                            .getConstructor()
                            .newInstance())
                    .apply(source);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
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
