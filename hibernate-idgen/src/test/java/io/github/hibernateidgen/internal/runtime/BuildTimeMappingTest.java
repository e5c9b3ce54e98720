package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.internal.guid.CombGuidGenerator;
import io.github.hibernateidgen.testing.Receipt;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.api.Test;

/**
 * A mapping that is read while an application is built, as by Quarkus, whose native images keep what it made.
 * Each process that is started from such an image would go on with the same random numbers.
 */
class BuildTimeMappingTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID guid;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId
        Long id;
    }

    @Test
    void keepsNothingRandomAndNoThread() throws IllegalAccessException {
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.DIALECT, H2Dialect.class.getName())
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", "false")
                .build();
        List<Object> ours;
        try {
            Metadata metadata = new MetadataSources(registry)
                    .addAnnotatedClasses(Parcel.class, Receipt.class, Ticket.class)
                    .buildMetadata();
            RegistryEngines all = registry.requireService(RegistryEngines.class);
            ours = List.of(all, List.copyOf(metadata.getDatabase().getAuxiliaryDatabaseObjects()));
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
        List<Object> kept = reachable(ours);

        assertThat(kept).hasAtLeastOneElementOfType(CombGuidGenerator.class);
        assertThat(kept).noneMatch(object -> object instanceof Random || object instanceof Thread);
    }

    /** What our own objects refer to, through collections and lambdas, but not through objects of others. */
    private static List<Object> reachable(Object root) throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (seen.add(next)) {
                referents(next).forEach(open::push);
            }
        }
        return List.copyOf(seen);
    }

    private static List<Object> referents(Object object) throws IllegalAccessException {
        List<Object> referents = new ArrayList<>();
        if (object instanceof Collection<?> elements) {
            referents.addAll(elements);
        } else if (object instanceof Map<?, ?> map) {
            referents.addAll(map.values());
        } else if (object instanceof Object[] elements) {
            referents.addAll(Arrays.asList(elements));
        } else if (object.getClass().getName().startsWith("io.github.hibernateidgen.")) {
            for (Class<?> type = object.getClass();
                    type.getName().startsWith("io.github.hibernateidgen.");
                    type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        referents.add(field.get(object));
                    }
                }
            }
        }
        referents.removeIf(referent -> referent == null);
        return referents;
    }
}
