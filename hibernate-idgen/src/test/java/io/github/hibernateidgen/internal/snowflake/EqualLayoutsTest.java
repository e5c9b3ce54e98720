package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.HashSet;
import java.util.Set;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** Layouts that differ in their names only make the same ids, so they must be of one sequence. */
class EqualLayoutsTest {

    @Entity(name = "InA")
    static class InA {
        @Id
        @SnowflakeId(layout = "a", fields = @SnowflakeId.Field(name = "line", value = 3))
        Long id;
    }

    @Entity(name = "InB")
    static class InB {
        @Id
        @SnowflakeId(layout = "b", fields = @SnowflakeId.Field(name = "shop", value = 3))
        Long id;
    }

    @Entity(name = "InC")
    static class InC {
        @Id
        @SnowflakeId(layout = "b", fields = @SnowflakeId.Field(name = "line", value = 3))
        Long id;
    }

    private static Hibernate hibernate(Class<?>... entities) {
        String layouts = IdgenSettings.SNOWFLAKE_LAYOUTS;
        return Hibernate.onH2(entities)
                .with(layouts + "a.fields", "time:40, worker.site:4, worker.machine:6, entity.line:3, sequence:10")
                .with(layouts + "b.fields", "time:40, worker:10, entity.shop:3, sequence:10");
    }

    @Test
    void entitiesOnTwoNamesOfOneLayoutHaveNoIdInCommon() {
        try (SessionFactory factory = hibernate(InA.class, InB.class).start()) {
            Set<Object> ids = new HashSet<>();
            for (int i = 0; i < 5000; i++) {
                ids.add(Hibernate.nextId(factory, InA.class));
                ids.add(Hibernate.nextId(factory, InB.class));
            }
            assertThat(ids).hasSize(10_000);
        }
    }

    @Test
    void eachAttributeIsStillDescribedByTheLayoutThatItNames() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate(InA.class, InB.class).start()) {
            assertThat(Idgen.of(factory).attributes())
                    .extracting(Object::toString)
                    .anyMatch(text -> text.startsWith("InA.id: Snowflake ids of layout [a]"))
                    .anyMatch(text -> text.startsWith("InB.id: Snowflake ids of layout [b]"));
            assertThat(Idgen.of(factory).snowflakeGenerators())
                    .extracting(generator -> generator.layout().name())
                    .containsExactlyInAnyOrder("a", "b");
            assertThat(log.messages())
                    .anyMatch(message -> message.matches(
                            "Snowflake layout (a|b): .*; it shares the sequence of layout (a|b), which has the same"
                                    + " bits"));
        }
    }

    @Test
    void fieldsAreThoseOfTheLayoutThatTheAttributeNames() {
        assertThatThrownBy(() -> hibernate(InA.class, InC.class).start())
                .hasStackTraceContaining("InC.id [{line=3}]: layout [b] has no entity field [line]; it has [shop]");
    }
}
