package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JBoss Logging writes to java.util.logging in these tests. */
class HibernateLoggerTest {

    private static final String NAME = HibernateLoggerTest.class.getName();

    private final List<LogRecord> records = new ArrayList<>();
    private final Logger target = Logger.getLogger(NAME);
    private final System.Logger logger = Engines.logger(NAME);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            records.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        target.addHandler(handler);
        target.setUseParentHandlers(false);
        target.setLevel(Level.ALL);
    }

    @AfterEach
    void listenNoMore() {
        target.removeHandler(handler);
        target.setUseParentHandlers(true);
        target.setLevel(null);
    }

    @ParameterizedTest
    @CsvSource({"TRACE, TRACE", "DEBUG, DEBUG", "INFO, INFO", "WARNING, WARN", "ERROR, ERROR"})
    void keepsTheLevel(System.Logger.Level level, String hibernates) {
        logger.log(level, "line");
        assertThat(records).singleElement().satisfies(entry -> {
            assertThat(entry.getLevel().getName()).isIn(hibernates, javaName(hibernates));
            assertThat(entry.getMessage()).isEqualTo("line");
            assertThat(entry.getLoggerName()).isEqualTo(NAME);
        });
    }

    private static String javaName(String level) {
        return switch (level) {
            case "TRACE" -> "FINER";
            case "DEBUG" -> "FINE";
            case "WARN" -> "WARNING";
            case "ERROR" -> "SEVERE";
            default -> level;
        };
    }

    @Test
    void keepsWhatWasThrownAndLeavesBracesInALineAlone() {
        RuntimeException thrown = new IllegalStateException("why");
        logger.log(System.Logger.Level.WARNING, "it's {0}", thrown);
        assertThat(records).singleElement().satisfies(entry -> {
            assertThat(entry.getThrown()).isSameAs(thrown);
            assertThat(entry.getMessage()).isEqualTo("it's {0}");
        });
    }

    @Test
    void fillsInParameters() {
        logger.log(System.Logger.Level.INFO, "the {0}", "end");
        assertThat(records).extracting(new SimpleFormatter()::formatMessage).containsExactly("the end");
    }

    @Test
    void saysNothingBelowTheLevelOfTheLogger() {
        target.setLevel(Level.WARNING);
        logger.log(System.Logger.Level.INFO, "line");
        assertThat(records).isEmpty();
        assertThat(logger.isLoggable(System.Logger.Level.INFO)).isFalse();
        assertThat(logger.isLoggable(System.Logger.Level.WARNING)).isTrue();
        assertThat(logger.isLoggable(System.Logger.Level.OFF)).isFalse();
        assertThat(logger.getName()).isEqualTo(NAME);
    }
}
