package io.github.hibernateidgen.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.internal.ClassLoaderServiceImpl;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A start says where text is sealed, but not in JSON: the application has a Jackson, and not our module for it. */
class MissingModuleTest {

    private static final String JACKSON_2 = "com.fasterxml.jackson.databind.";
    private static final String JACKSON_3 = "tools.jackson.databind.";
    private static final String OURS = IdJacksonModule.class.getName();

    @PublicId(prefix = "bil_", sealed = true)
    record BillId(long value) {}

    @Entity(name = "Bill")
    static class Bill {
        @Id
        @SnowflakeId
        BillId id;

        @SnowflakeId
        @PublicId(prefix = "num_", sealed = true)
        Long number;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId
        @PublicId(prefix = "pla_")
        Long id;
    }

    /** What Hibernate finds classes with, in an application that lacks some classes. */
    private static final class Without extends ClassLoaderServiceImpl {

        private static final long serialVersionUID = 1L;

        private final transient List<String> missing;

        Without(List<String> missing) {
            this.missing = missing;
        }

        private boolean isMissing(String name) {
            return missing.stream().anyMatch(name.replace('/', '.')::startsWith);
        }

        @Override
        public <T> Class<T> classForName(String name) {
            if (isMissing(name)) {
                throw new ClassLoadingException(name);
            }
            return super.classForName(name);
        }

        @Override
        public URL locateResource(String name) {
            return isMissing(name) ? null : super.locateResource(name);
        }
    }

    private static final class Warnings extends Handler {

        private final List<String> texts = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().equals(Level.WARNING)) {
                texts.add(new SimpleFormatter().formatMessage(entry));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static List<String> warnings(Class<?> entity, List<String> missing) {
        Logger logger = Logger.getLogger("io.github.hibernateidgen");
        Warnings warnings = new Warnings();
        logger.addHandler(warnings);
        try (SessionFactory factory = start(entity, missing)) {
            assertThat(factory.isOpen()).isTrue();
        } finally {
            logger.removeHandler(warnings);
        }
        return warnings.texts;
    }

    private static SessionFactory start(Class<?> entity, List<String> missing) {
        var bootstrap = new BootstrapServiceRegistryBuilder().applyClassLoaderService(new Without(missing));
        var registry = new StandardServiceRegistryBuilder(bootstrap.build())
                .applySetting("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID())
                .applySetting(IdgenSettings.WORKER_ID, 5)
                .applySetting(IdgenSettings.SEAL_KEYS, "a:QkJCQkJCQkJCQkJCQkJCQg==");
        return new MetadataSources(registry.build())
                .addAnnotatedClass(entity)
                .buildMetadata()
                .buildSessionFactory();
    }

    static Stream<List<String>> withJackson() {
        return Stream.of(List.of(OURS), List.of(OURS, JACKSON_2), List.of(OURS, JACKSON_3));
    }

    @ParameterizedTest
    @MethodSource("withJackson")
    void oneWarningNamesTheAttributesAndWhatToAdd(List<String> missing) {
        assertThat(warnings(Bill.class, missing))
                .containsExactly("Bill.id, Bill.number, " + BillId.class.getName()
                        + ": text is sealed, but Jackson would write plain ids; add"
                        + " io.github.hibernateidgen:hibernate-idgen-jackson, and register its IdJacksonModule with the"
                        + " mapper, or IdJackson2Module with a mapper of Jackson 2");
    }

    static Stream<List<String>> safe() {
        return Stream.of(List.of(), List.of(JACKSON_2), List.of(JACKSON_3), List.of(OURS, JACKSON_2, JACKSON_3));
    }

    @ParameterizedTest
    @MethodSource("safe")
    void nothingIsSaidWithTheModuleOrWithoutJackson(List<String> missing) {
        assertThat(warnings(Bill.class, missing)).isEmpty();
    }

    @Test
    void nothingIsSaidWhereNothingIsSealed() {
        assertThat(warnings(Plain.class, List.of(OURS))).isEmpty();
    }
}
