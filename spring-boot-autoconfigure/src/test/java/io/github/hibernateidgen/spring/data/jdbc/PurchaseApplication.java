package io.github.hibernateidgen.spring.data.jdbc;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * An application that has Spring Data JDBC and no JPA, as docs/mappings.md shows it. With Spring Boot's starter it needs no
 * superclass, but Maven Central does not have that of each line.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@EnableJdbcRepositories(considerNestedRepositories = true)
class PurchaseApplication extends AbstractJdbcConfiguration {

    @Bean
    ReservedWorkerSource workers(DataSource dataSource) {
        JdbcReservationStore store = new JdbcReservationStore(ConnectionSource.of(dataSource), JdbcTable.DEFAULT);
        store.createTable(); // Or Flyway.
        return new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
    }

    @Bean
    SnowflakeGenerator snowflakes(ReservedWorkerSource workers) {
        return new SnowflakeGenerator(SnowflakeLayout.STANDARD, workers);
    }

    @Bean
    GuidGenerator guids() {
        return new GuidGenerator(GuidOrder.BYTES);
    }

    @Bean
    BeforeConvertCallback<Purchase> purchaseIds(SnowflakeGenerator snowflakes, GuidGenerator guids) {
        return purchase -> purchase.id() != null
                ? purchase
                : new Purchase(snowflakes.nextId(), guids.nextGuid(), purchase.product());
    }
}
