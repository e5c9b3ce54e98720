package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts and formats of turns are for InnoDB, and a start says so elsewhere. */
class TurnLayoutsTest {

    @Entity(name = "Turn")
    static class Turn {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;

        @CombGuid(format = GuidFormat.INNODB)
        UUID guid;
    }

    @Entity(name = "Own")
    static class Own {
        @Id
        @SnowflakeId(layout = "own")
        Long id;
    }

    @Test
    void elsewhereTheyAreWarnedOf() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.onH2(Turn.class).start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(log.warnings())
                    .containsExactlyInAnyOrder(
                            "Turn.id: layout [innodb] has its ids sort by worker inside turns of 65536 ms, for full pages on"
                                    + " MySQL and MariaDB; on H2Dialect pages are less full with it than with a layout"
                                    + " whose time comes first",
                            "Turn.guid: format INNODB has GUIDs sort by generator inside turns of 65536 ms, for full pages"
                                    + " on MySQL and MariaDB; on H2Dialect pages are less full with it than with RFC_9562");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {MySQLDialect.class, MariaDBDialect.class})
    void onInnoDbTheyAreWelcome(Class<? extends Dialect> dialect) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.offline(dialect, Turn.class).start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(log.warnings()).noneMatch(warning -> warning.contains("turns"));
        }
    }

    @Test
    void settingsMakeOnesOwn() {
        try (SessionFactory factory = Hibernate.onH2(Own.class)
                .with(
                        IdgenSettings.SNOWFLAKE_LAYOUTS + "own.fields",
                        "time:27, worker:5, entity.line:3, time:14, sequence:10")
                .start()) {
            Own row = new Own();
            factory.inTransaction(session -> session.persist(row));
            GeneratedAttribute id = Idgen.of(factory).attributes().get(0);
            assertThat(id.layout().orElseThrow().split(row.id).worker()).isEqualTo(5);
            assertThat(id.layout().orElseThrow().turn()).hasMillis(16_384);
        }
    }
}
