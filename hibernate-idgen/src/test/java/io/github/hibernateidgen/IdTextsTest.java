package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
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
                            "give each of the two attributes a separate class");
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

    record GuestId(Long value) {}

    record RoomId(Long value) {}

    record CodeId(String value) {}

    @MappedSuperclass
    abstract static class Base<I> {
        @Id
        @CombGuid(assignable = true)
        I id;
    }

    @Entity
    static class Code extends Base<CodeId> {
        @SnowflakeId(prefix = "gst_", sealed = true)
        GuestId guest;

        @SnowflakeId(text = SnowflakeText.READABLE, layout = "mine", prefix = "r-")
        RoomId room;
    }

    private static final Map<String, Object> SETTINGS = Map.of(
            "hibernate.idgen.seal.keys", "a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "hibernate.idgen.snowflake.layouts.mine.fields", "time:41, worker:4, sequence:6");

    private static IdTexts slice(Map<String, Object> settings) {
        return new IdTexts(List::of, () -> List.of(Code.class, Ticket.class), () -> settings);
    }

    private static String write(IdTexts texts, Object id) {
        return texts.find(id.getClass()).orElseThrow().write(id);
    }

    @Test
    void withoutASessionFactoryTheAnnotationsTell() {
        IdTexts texts = slice(SETTINGS);
        assertThat(write(texts, new TicketId("0000000000000000007"))).isEqualTo("0000000000000000007");
        assertThat(write(texts, new CodeId("any text"))).as("assignable").isEqualTo("any text");
        assertThat(write(texts, new RoomId(5L << 10))).isEqualTo("r-20240101-000000005-00-00");
        IdText guests = texts.find(GuestId.class).orElseThrow();
        assertThat(guests.isSealed()).isTrue();
        assertThat(guests.read(guests.write(new GuestId(7L)))).isEqualTo(new GuestId(7L));
        assertThat(texts.find(NoteId.class)).isEmpty();
    }

    @Test
    void withoutASessionFactoryAnAttributeIsSealedByItsAnnotation() throws Exception {
        Annotation annotation = Code.class.getDeclaredField("guest").getAnnotation(SnowflakeId.class);
        IdTexts texts = slice(SETTINGS);
        assertThat(texts.find("guest", Long.class, annotation).orElseThrow().write(7L))
                .isEqualTo(write(texts, new GuestId(7L)));
        assertThat(new IdTexts(List::of).find("guest", Long.class, annotation)).isEmpty();
    }

    @Test
    void withoutAKeyOnlySealedIdsFail() {
        IdTexts texts = slice(Map.of("hibernate.idgen.snowflake.layouts.mine.fields", "time:41, worker:4, sequence:6"));
        assertThat(texts.find(RoomId.class)).isPresent();
        assertThatThrownBy(() -> write(texts, new GuestId(7L)))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContainingAll("Code.guest", "no key is set to seal the text with");
    }

    @Test
    void aReadableTextNeedsItsLayout() {
        assertThatThrownBy(() -> slice(Map.of()).find(RoomId.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContainingAll("Code.room", "[mine]", "no layout has this name");
    }
}
