package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

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
