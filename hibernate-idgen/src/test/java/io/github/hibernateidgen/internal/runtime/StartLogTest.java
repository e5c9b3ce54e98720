package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** A start says at INFO what an operator needs once, however many entities there are. */
class StartLogTest {

    @Entity(name = "Sale")
    static class Sale {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID number;
    }

    @Entity(name = "Line")
    static class Line {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID number;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId
        Long id;

        @SnowflakeId(layout = "short")
        Long number;
    }

    private static List<String> lines(LogCapture log, Level level) {
        return log.records().stream()
                .filter(line -> line.getLevel().equals(level))
                .filter(line -> line.getLoggerName().equals("io.github.hibernateidgen"))
                .map(LogRecord::getMessage)
                .filter(line -> line.matches("(Snowflake|COMB GUID|\\w+\\.\\w+: ).*"))
                .toList();
    }

    @Test
    void oneLineForEachLayoutAndOrderAndTheRestAtDebug() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory =
                        Hibernate.onH2(Sale.class, Line.class, Ticket.class).start()) {
            assertThat(lines(log, Level.INFO))
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line).startsWith("Snowflake layout standard: "),
                            line -> assertThat(line).startsWith("Snowflake layout short: "),
                            line -> assertThat(line).isEqualTo("COMB GUIDs of format RFC_9562 in order BYTES"));
            assertThat(lines(log, Level.FINE))
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line).startsWith("Sale.id: Snowflake ids of layout [standard]"),
                            line -> assertThat(line).startsWith("Sale.number: COMB GUIDs of format RFC_9562"),
                            line -> assertThat(line).startsWith("Line.id: Snowflake ids of layout [standard]"),
                            line -> assertThat(line).startsWith("Line.number: COMB GUIDs of format RFC_9562"),
                            line -> assertThat(line).startsWith("Ticket.id: segments"),
                            line -> assertThat(line).startsWith("Ticket.number: Snowflake ids of layout [short]"));
            assertThat(factory.isOpen()).isTrue();
        }
    }

    /** In Quarkus the mapping is read with other settings than the session factory has. */
    @Test
    void mappingThatIsReadWithOtherSettingsIsLoggedOnce() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.onH2(Sale.class, Line.class, Ticket.class)
                        .atRunTime(IdgenSettings.WORKER_ID, "7")
                        .start()) {
            assertThat(lines(log, Level.INFO)).hasSize(3).doesNotHaveDuplicates();
            assertThat(factory.isOpen()).isTrue();
        }
    }
}
