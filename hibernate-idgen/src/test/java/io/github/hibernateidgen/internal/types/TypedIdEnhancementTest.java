package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.bytecode.enhance.spi.DefaultEnhancementContext;
import org.hibernate.bytecode.enhance.spi.Enhancer;
import org.hibernate.bytecode.enhance.spi.UnloadedClass;
import org.hibernate.bytecode.enhance.spi.UnloadedField;
import org.hibernate.bytecode.internal.BytecodeProviderInitiator;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.ManagedEntity;
import org.junit.jupiter.api.Test;

/** Ids of classes of their own in entities whose bytecode Hibernate has enhanced, for dirty checks and lazy attributes. */
class TypedIdEnhancementTest {

    record ShipId(UUID value) {}

    record CrewId(long value) {}

    @Entity(name = "Ship")
    static class Ship {
        @Id
        @CombGuid
        ShipId id;

        String name = "new";
    }

    @Entity(name = "Crew")
    static class Crew {
        @Id
        @SnowflakeId
        CrewId id;

        @ManyToOne(fetch = FetchType.LAZY)
        Ship ship;
    }

    @Test
    void isSetAndRead() throws Exception {
        Enhancing loader = new Enhancing();
        Class<?> shipClass = loader.loadClass(Ship.class.getName());
        Class<?> crewClass = loader.loadClass(Crew.class.getName());
        assertThat(ManagedEntity.class).isAssignableFrom(shipClass);
        try (SessionFactory factory = start(loader, shipClass, crewClass)) {
            Object ship = make(shipClass);
            Object crew = make(crewClass);
            field(crew, "ship").set(crew, ship);
            factory.inTransaction(session -> {
                session.persist(ship);
                session.persist(crew);
            });
            Object shipId = field(ship, "id").get(ship);
            assertThat(shipId.getClass().getName()).isEqualTo(ShipId.class.getName());
            factory.inTransaction(session -> {
                Object found = session.find(crewClass, get(crew, "id"));
                Object lazy = get(found, "ship");
                assertThat(factory.getPersistenceUnitUtil().getIdentifier(lazy)).isEqualTo(shipId);
                assertThat(session.find(shipClass, shipId)).isNotNull();
            });
            factory.inTransaction(session -> {
                Object found = session.find(shipClass, shipId);
                assertThat(get(found, "id")).isEqualTo(shipId);
                assertThat(session.isDirty()).isFalse();
            });
        }
    }

    private static SessionFactory start(ClassLoader loader, Class<?>... entities) {
        var registry = new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                        .applyClassLoader(loader)
                        .build())
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID())
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .applySetting(IdgenSettings.WORKER_ID, 5)
                .build();
        return new MetadataSources(registry)
                .addAnnotatedClasses(entities)
                .buildMetadata()
                .buildSessionFactory();
    }

    private static Object make(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static Object get(Object entity, String name) {
        try {
            return field(entity, name).get(entity);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Field field(Object entity, String name) throws ReflectiveOperationException {
        Field field = entity.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Loads the test's classes anew, and the entities as Hibernate's plugins leave them. */
    private static final class Enhancing extends ClassLoader {

        private final Enhancer enhancer = BytecodeProviderInitiator.buildDefaultBytecodeProvider()
                .getEnhancer(new DefaultEnhancementContext() {
                    @Override
                    public boolean hasLazyLoadableAttributes(UnloadedClass type) {
                        return true;
                    }

                    @Override
                    public boolean isLazyLoadable(UnloadedField field) {
                        return true;
                    }
                });

        Enhancing() {
            super(TypedIdEnhancementTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(TypedIdEnhancementTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name); // Hibernate asks before it makes a class.
                }
                byte[] bytes = in.readAllBytes();
                byte[] enhanced = enhancer.enhance(name, bytes);
                byte[] loadable = enhanced == null ? bytes : enhanced;
                return defineClass(name, loadable, 0, loadable.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
