package io.github.hibernateidgen.spring.data.r2dbc;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.r2dbc.config.AbstractR2dbcConfiguration;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.r2dbc.repository.config.EnableR2dbcRepositories;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An application of R2DBC, as docs/mappings.md shows it, with a clock that sees which threads make ids. */
@Configuration(proxyBeanMethods = false)
@EnableR2dbcRepositories(considerNestedRepositories = true)
class PurchaseApplication extends AbstractR2dbcConfiguration {

    static final String DATABASE = "mem:r2dbc;DB_CLOSE_DELAY=-1";

    private final Set<Boolean> idsOnEventLoop = ConcurrentHashMap.newKeySet();

    @Bean
    @Override
    public ConnectionFactory connectionFactory() {
        return ConnectionFactories.get("r2dbc:h2:" + DATABASE.replace("mem:", "mem:///"));
    }

    @Bean
    ReservedWorkerSource workers() {
        DriverManagerDataSource dataSource = new DriverManagerDataSource("jdbc:h2:" + DATABASE);
        JdbcReservationStore store = new JdbcReservationStore(ConnectionSource.of(dataSource), JdbcTable.DEFAULT);
        store.createTable();
        return new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
    }

    @Bean
    SnowflakeGenerator snowflakes(ReservedWorkerSource workers) {
        InstantSource clock = () -> {
            idsOnEventLoop.add(Schedulers.isInNonBlockingThread());
            return InstantSource.system().instant();
        };
        SnowflakeLayout layout = SnowflakeLayout.STANDARD;
        return new SnowflakeGenerator(layout, workers, SnowflakeLimits.of(layout), clock);
    }

    @Bean
    GuidGenerator guids() {
        return new GuidGenerator(GuidOrder.BYTES);
    }

    @Bean
    BeforeConvertCallback<Purchase> purchaseIds(SnowflakeGenerator snowflakes, GuidGenerator guids) {
        return (purchase, table) -> purchase.id() != null
                ? Mono.just(purchase)
                : Mono.fromCallable(() -> new Purchase(snowflakes.nextId(), guids.nextGuid(), purchase.product()))
                        .subscribeOn(Schedulers.boundedElastic());
    }

    /** Whether ids were made in threads that must not wait; false alone where none was. */
    @Bean
    Set<Boolean> idsOnEventLoop() {
        return idsOnEventLoop;
    }
}
