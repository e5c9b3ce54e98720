package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects of an open session factory refer to no part of the mapping, which uses much memory. */
class MappingMemoryTest {

    private static final String OWN = "io.github.hibernateidgen.";

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;

        @CombGuid(format = GuidFormat.INNODB)
        UUID reference;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId(size = 10, source = SegmentId.Source.DATABASE)
        Long id;
    }

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @SegmentId(size = 10, source = SegmentId.Source.STORE)
        Long id;
    }

    @ParameterizedTest
    @ValueSource(classes = {Parcel.class, Ticket.class, Voucher.class})
    void noObjectRefersToTheMapping(Class<?> entity) throws Exception {
        Object row = entity.getDeclaredConstructor().newInstance();
        AtomicReference<@Nullable MappingBindings> observer = new AtomicReference<>();
        try (SessionFactory factory = Hibernate.onH2(entity)
                .with(remembering(observer))
                .with(IdgenSettings.SEGMENT_SOURCE, new RememberingStore())
                .start()) {
            factory.inTransaction(session -> session.persist(row));
            Object generator = factory.unwrap(SessionFactoryImplementor.class)
                    .getMappingMetamodel()
                    .getEntityDescriptor(entity.getName())
                    .getGenerator();
            Map<Object, String> found = new IdentityHashMap<>();
            find(generator, "generator", found);
            find(Idgen.of(factory), "idgen", found);
            find(observer, "observer", found);
            assertThat(found).hasSizeGreaterThan(20);
            assertThat(found.entrySet().stream()
                            .filter(each -> isOfMapping(each.getKey()))
                            .map(Map.Entry::getValue))
                    .isEmpty();
        }
    }

    /** The session factory refers to it as long as it is open. */
    private static Integrator remembering(AtomicReference<@Nullable MappingBindings> observer) {
        return new Integrator() {
            @Override
            public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
                observer.set(MappingBindings.of(factory.getServiceRegistry(), metadata.getDatabase()));
            }

            @Override
            public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
        };
    }

    private static boolean isOfMapping(Object object) {
        String name = object.getClass().getName();
        return name.startsWith("org.hibernate.mapping.") || object instanceof Metadata || object instanceof Database;
    }

    /** Finds the objects to which this library's objects refer, with the path to each object. */
    private static void find(@Nullable Object object, String path, Map<Object, String> found) throws Exception {
        if (object == null || found.putIfAbsent(object, path) != null) {
            return;
        }
        if (object instanceof Map<?, ?> map) {
            find(List.copyOf(map.keySet()), path, found);
            find(List.copyOf(map.values()), path, found);
        } else if (object instanceof Iterable<?> elements
                && object.getClass().getName().startsWith("java.util.")) {
            for (Object element : elements) {
                find(element, path, found);
            }
        } else if (object instanceof Object[] elements) {
            for (Object element : elements) {
                find(element, path, found);
            }
        } else if (object instanceof Optional<?> optional) {
            find(optional.orElse(null), path, found);
        } else if (object instanceof AtomicReference<?> reference) {
            find(reference.get(), path, found);
        }
        for (Class<?> type = object.getClass(); type.getName().startsWith(OWN); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    find(field.get(object), path + "." + field.getName(), found);
                }
            }
        }
    }
}
