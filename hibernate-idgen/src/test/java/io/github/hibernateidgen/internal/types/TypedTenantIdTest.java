package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.TenantId;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A typed id as Hibernate's tenant id, for which Hibernate looks up the basic type by the name of the class. */
class TypedTenantIdTest {

    record TenantKey(long value) {}

    record TenantGuid(UUID value) {}

    record TenantName(String value) {}

    @Entity(name = "Tenant")
    static class Tenant {
        @Id
        @SnowflakeId
        TenantKey id;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @TenantId
        TenantKey tenant;
    }

    @Entity(name = "GuidTenant")
    static class GuidTenant {
        @Id
        @CombGuid
        TenantGuid id;
    }

    @Entity(name = "GuidParcel")
    static class GuidParcel {
        @Id
        @SnowflakeId
        Long id;

        @TenantId
        TenantGuid tenant;
    }

    @Entity(name = "NamedTenant")
    static class NamedTenant {
        @Id
        @SnowflakeId
        TenantName id;
    }

    @Entity(name = "NamedParcel")
    static class NamedParcel {
        @Id
        @SnowflakeId
        Long id;

        @TenantId
        TenantName tenant;
    }

    @Test
    void ofANumber() {
        separates(Map.of(), new TenantKey(17), new TenantKey(18), Parcel.class, Parcel::new, Tenant.class);
    }

    @Test
    void ofAString() {
        separates(
                Map.of(),
                new TenantName("a"),
                new TenantName("b"),
                NamedParcel.class,
                NamedParcel::new,
                NamedTenant.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UUID", "CHAR", "BINARY"})
    void ofAGuid(String preferred) {
        separates(
                Map.of(AvailableSettings.PREFERRED_UUID_JDBC_TYPE, preferred),
                new TenantGuid(UUID.nameUUIDFromBytes("a".getBytes(StandardCharsets.UTF_8))),
                new TenantGuid(UUID.nameUUIDFromBytes("b".getBytes(StandardCharsets.UTF_8))),
                GuidParcel.class,
                GuidParcel::new,
                GuidTenant.class);
    }

    private static <P> void separates(
            Map<String, Object> more,
            Object one,
            Object other,
            Class<P> parcel,
            java.util.function.Supplier<P> maker,
            Class<?> tenant) {
        Object[] current = {one};
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID());
        settings.put("hibernate.hbm2ddl.auto", "create-drop");
        settings.put(IdgenSettings.WORKER_ID, 5);
        settings.put(AvailableSettings.MULTI_TENANT_IDENTIFIER_RESOLVER, new CurrentTenantIdentifierResolver<Object>() {
            @Override
            public Object resolveCurrentTenantIdentifier() {
                return current[0];
            }

            @Override
            public boolean validateExistingCurrentSessions() {
                return false;
            }
        });
        var registry =
                new StandardServiceRegistryBuilder().applySettings(settings).build();
        try (SessionFactory factory = new MetadataSources(registry)
                .addAnnotatedClass(parcel)
                .addAnnotatedClass(tenant)
                .buildMetadata()
                .buildSessionFactory()) {
            factory.inTransaction(session -> session.persist(maker.get()));
            factory.inTransaction(session -> assertThat(session.createSelectionQuery("from " + parcel.getName(), parcel)
                            .getResultList())
                    .hasSize(1));
            current[0] = other;
            factory.inTransaction(session -> assertThat(session.createSelectionQuery("from " + parcel.getName(), parcel)
                            .getResultList())
                    .isEmpty());
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }
}
