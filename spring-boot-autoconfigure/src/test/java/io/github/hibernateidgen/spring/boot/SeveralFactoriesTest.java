package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.Note;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Entity manager factories that the application defines itself. */
public class SeveralFactoriesTest {

    @Test
    void givesThePropertiesToEachAndLeavesWhatAFactoryHas() {
        new ApplicationContextRunner()
                .withUserConfiguration(TwoFactories.class)
                .withPropertyValues("idgen.worker.id=5")
                .run(context -> {
                    assertThat(worker(context.getBean("entityManagerFactory", EntityManagerFactory.class)))
                            .isEqualTo(5);
                    assertThat(worker(context.getBean("archive", EntityManagerFactory.class)))
                            .isEqualTo(6);
                });
    }

    @Test
    void beanForIdsInCodeIsThePrimaryFactorys() {
        new ApplicationContextRunner()
                .withUserConfiguration(TwoFactories.class)
                .withPropertyValues("idgen.worker.id=5")
                .run(context -> assertThat(SnowflakeLayout.STANDARD
                                .split(context.getBean(Idgen.class).next(Note.class, Long.class))
                                .worker())
                        .isEqualTo(5));
    }

    private static long worker(EntityManagerFactory factory) {
        return SnowflakeLayout.STANDARD.split(Applications.save(factory)).worker();
    }

    /** Two that Spring's settings are for, both. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class TwoFactoriesWithoutSettings {

        @Bean
        @Primary
        public LocalContainerEntityManagerFactoryBean entityManagerFactory() {
            return TwoFactories.factory("orders", Map.of());
        }

        @Bean
        public LocalContainerEntityManagerFactoryBean archive() {
            return TwoFactories.factory("archive", Map.of());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class TwoFactories {

        @Bean
        @Primary
        public LocalContainerEntityManagerFactoryBean entityManagerFactory() {
            return factory("orders", Map.of());
        }

        @Bean
        LocalContainerEntityManagerFactoryBean archive() {
            return factory("archive", Map.of("hibernate.idgen.worker.id", 6));
        }

        private static LocalContainerEntityManagerFactoryBean factory(String name, Map<String, Object> own) {
            DataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:several-" + name + ";DB_CLOSE_DELAY=-1");
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setPersistenceUnitName(name);
            factory.setPackagesToScan(Note.class.getPackageName());
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.getJpaPropertyMap().put("hibernate.hbm2ddl.auto", "create-drop");
            factory.getJpaPropertyMap().putAll(own);
            return factory;
        }
    }
}
