package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.jpa.repository.query.JpaQueryMethodFactory;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Auto-configuration of hibernate-idgen: passes the {@code idgen.*} properties and the application's beans to every entity
 * manager factory, and defines an {@link Idgen} bean for the only or primary factory.
 *
 * <p>The same jar serves Spring Boot 3.5 and 4, because this class names no class that moved between the two.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass(AbstractEntityManagerFactoryBean.class)
@ImportRuntimeHints(IdgenRuntimeHints.class)
@Import({PropertySettings.class, SpringDataRedis.Beans.class})
public final class IdgenAutoConfiguration {

    /** Called by Spring. */
    public IdgenAutoConfiguration() {}

    /**
     * Static, with only the bean factory as its argument, so that Spring creates no other bean before all post-processors
     * exist.
     */
    @Bean
    static EntityManagerFactoryPostProcessor idgenEntityManagerFactoryPostProcessor(ListableBeanFactory beans) {
        return new EntityManagerFactoryPostProcessor(beans);
    }

    @Bean
    BeanSettings idgenBeanSettings(
            ObjectProvider<SnowflakeLayout> layouts,
            ObjectProvider<SealKeys> sealKeys,
            ObjectProvider<Map<String, WorkerSource>> workerSources,
            ObjectProvider<Map<String, ReservationStore>> reservationStores,
            ObjectProvider<Map<String, SegmentStore>> segmentStores,
            @IdgenDataSource ObjectProvider<Map<String, DataSource>> dataSources) {
        return new BeanSettings(layouts, sealKeys, workerSources, reservationStores, segmentStores, dataSources);
    }

    /**
     * Conditional, because Spring Boot 4 has {@link EmbeddedDatabaseConnection} in a separate jar, which an application may
     * lack.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(EmbeddedDatabaseConnection.class)
    static class ReservationTableCreatorConfiguration {

        @Bean
        ReservationTableCreator idgenReservationTableCreator() {
            return new ReservationTableCreator();
        }
    }

    /** Only a single bean of this type is possible, so an application's own bean replaces this bean. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JpaQueryMethodFactory.class, SessionFactory.class})
    static class SpringDataJpa {

        @Bean
        @ConditionalOnMissingBean
        JpaQueryMethodFactory idgenTypedIdQueries(ObjectProvider<EntityManagerFactory> factories) {
            return new TypedIdQueries(factories);
        }
    }

    /** The condition looks for an entity manager factory, so this class runs after Hibernate's auto-configuration. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SessionFactory.class)
    @ConditionalOnSingleCandidate(EntityManagerFactory.class)
    static class IdgenConfiguration {

        /** Lazy: the application may not use the bean, and its entity manager factory may be lazy or not Hibernate's. */
        @Bean
        @Lazy
        @ConditionalOnMissingBean
        Idgen idgen(EntityManagerFactory factory) {
            return Idgen.of(factory.unwrap(SessionFactory.class));
        }
    }
}
