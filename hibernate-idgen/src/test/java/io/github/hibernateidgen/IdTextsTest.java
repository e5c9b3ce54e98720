package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.snowflake.SnowflakeText;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;

/** Texts of typed ids, of several session factories. */
class IdTextsTest {

    record TicketId(String value) {}

    record NoteId(String value) {}

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId(text = SnowflakeText.DECIMAL)
        TicketId id;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId(text = SnowflakeText.PLAIN_DECIMAL)
        TicketId id;
    }

    private final AtomicInteger asked = new AtomicInteger();

    private static SessionFactory start(Class<?> entity) {
        return new MetadataSources(new StandardServiceRegistryBuilder()
                        .applySetting(AvailableSettings.DIALECT, "org.hibernate.dialect.H2Dialect")
                        .applySetting("hibernate.boot.allow_jdbc_metadata_access", false)
                        .applySetting("hibernate.idgen.worker.id", 5)
                        .build())
                .addAnnotatedClass(entity)
                .buildMetadata()
                .buildSessionFactory();
    }

    private IdTexts texts(SessionFactory... factories) {
        return new IdTexts(() -> {
            asked.incrementAndGet();
            return Stream.of(factories).map(Idgen::of).toList();
        });
    }

    @Test
    void twoFormsOfOneClassAreRefused() {
        try (SessionFactory filled = start(Ticket.class);
                SessionFactory plain = start(Plain.class)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> texts(filled, plain).find(TicketId.class))
                    .withMessageContainingAll(
                            "Ticket.id",
                            "form [DECIMAL]",
                            "Plain.id",
                            "form [PLAIN_DECIMAL]",
                            "give each a class of its own");
        }
    }

    @Test
    void eachClassIsLookedUpOnce() {
        try (SessionFactory factory = start(Ticket.class)) {
            IdTexts texts = texts(factory);
            for (int i = 0; i < 3; i++) {
                assertThat(texts.find(TicketId.class)).isPresent();
                assertThat(texts.find(NoteId.class)).isEmpty();
                assertThat(texts.find(String.class)).isEmpty();
            }
            assertThat(asked).as("once for each class that may be one of ids").hasValue(2);
        }
    }
}
