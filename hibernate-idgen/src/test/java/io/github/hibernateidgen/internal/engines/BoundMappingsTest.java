package io.github.hibernateidgen.internal.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;

class BoundMappingsTest {

    private final BoundMappings mappings = new BoundMappings();

    /** What ends segments, before an image of the process too, must find them. */
    @Test
    void attributesOfASessionFactoryAreKeptWhereItsMappingIsGone() throws Exception {
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:")
                .build();
        try (SessionFactory factory =
                new MetadataSources(registry).buildMetadata().buildSessionFactory()) {
            BoundAttributes attributes = joined(factory, registry);
            assertThat(mappings.of(factory)).isSameAs(attributes);
            assertThat(mappings.all()).containsExactly(attributes);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    /** Joins with a mapping that nobody holds, and waits until it is gone. */
    private BoundAttributes joined(SessionFactory factory, StandardServiceRegistry registry) throws Exception {
        Database mapping = new MetadataSources(registry).buildMetadata().getDatabase();
        BoundAttributes attributes = mappings.of(mapping);
        mappings.join(factory, mapping);
        assertThat(mappings.all()).containsExactly(attributes);
        WeakReference<Database> gone = new WeakReference<>(mapping);
        mapping = null;
        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
            Thread.sleep(10); // In another thread.
        }
        assertThat(gone.get()).isNull();
        return attributes;
    }
}
