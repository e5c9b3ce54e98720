package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The line on InnoDB, on the servers that have it. */
class InnoDbAdviceIT {

    @Entity(name = "idgen_numbered")
    static class Numbered {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "idgen_guid")
    static class Guid {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "idgen_guid_of_turns")
    static class GuidOfTurns {
        @Id
        @CombGuid(format = GuidFormat.INNODB)
        UUID id;
    }

    private static List<String> lines(RunningDatabase running, String layout, Class<?>... entities) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.on(running.persistenceSettings(), entities)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                        .with(IdgenSettings.SNOWFLAKE_LAYOUT, layout)
                        .with(Remedies.NAMES, "idgen.")
                        .start()) {
            assertThat(factory.isOpen()).isTrue();
            return log.messages().stream()
                    .filter(line -> line.contains("half full"))
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL", "H2"})
    void onlyMariaDbAndMySqlGetTheLineAndOnlyWithoutLanes(TestDatabase database) {
        RunningDatabase running = database.orSkip();
        boolean isInnoDb = database == TestDatabase.MARIADB || database == TestDatabase.MYSQL;
        assertThat(lines(running, "standard", Numbered.class, Guid.class))
                .hasSize(isInnoDb ? 1 : 0)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("ids of [standard, ")
                        .contains("From about 100 rows a second of each process, idgen.snowflake.layout=innodb")
                        .contains(
                                "@CombGuid(format = GuidFormat.INNODB)", "if you do not know the rate, change nothing")
                        .endsWith("docs/snowflake.md#time-in-two-parts"));
        assertThat(lines(running, "innodb", Numbered.class, GuidOfTurns.class)).isEmpty();
    }
}
