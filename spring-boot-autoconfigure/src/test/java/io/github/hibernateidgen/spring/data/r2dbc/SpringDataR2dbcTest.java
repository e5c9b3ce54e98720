package io.github.hibernateidgen.spring.data.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.data.ExecutedStatements;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The generators serve R2DBC, as docs/mappings.md shows, and no event loop waits for them. */
class SpringDataR2dbcTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static JdbcTemplate jdbc;
    private static AnnotationConfigApplicationContext context;
    private static Purchase.Repository purchases;

    @BeforeAll
    static void start() {
        jdbc = new JdbcTemplate(new DriverManagerDataSource("jdbc:h2:" + PurchaseApplication.DATABASE));
        jdbc.execute(
                "create table purchase (id bigint primary key, reference uuid not null unique, product varchar(100))");
        context = new AnnotationConfigApplicationContext(PurchaseApplication.class);
        purchases = context.getBean(Purchase.Repository.class);
    }

    @AfterAll
    static void stop() throws SQLException {
        context.close();
        // JdbcTemplate would ask the closed connection for warnings.
        try (Connection connection = jdbc.getDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown");
        }
    }

    @Test
    void rowHasItsIdBeforeTheInsert() {
        Purchase saved = purchases.save(new Purchase(null, null, "tea")).block(PATIENCE);
        assertThat(SnowflakeLayout.STANDARD.split(saved.id()).worker())
                .isEqualTo(context.getBean(ReservedWorkerSource.class)
                        .reservation()
                        .worker());
        assertThat(purchases.findById(saved.id()).block(PATIENCE)).isEqualTo(saved);
        purchases.save(new Purchase(saved.id(), saved.reference(), "coffee")).block(PATIENCE);
        assertThat(purchases.findById(saved.id()).block(PATIENCE).product()).isEqualTo("coffee");
    }

    /** Threads of this scheduler are marked as those of an event loop are: they must not wait. */
    @Test
    @SuppressWarnings("unchecked")
    void eightThreadsGetNoIdTwiceAndNoneOfThemMakesIt() {
        int count = 2_000;
        Scheduler loop = Schedulers.newParallel("event-loop", 8);
        ExecutedStatements statements = ExecutedStatements.since(jdbc);
        try {
            List<Purchase> saved = Flux.range(0, count)
                    .parallel(8)
                    .runOn(loop)
                    .flatMap(i -> purchases.save(new Purchase(null, null, "tea " + i)))
                    .sequential()
                    .collectList()
                    .block(PATIENCE);
            assertThat(saved).hasSize(count);
            assertThat(saved).extracting(Purchase::id).doesNotHaveDuplicates();
            assertThat(saved).extracting(Purchase::reference).doesNotHaveDuplicates();
        } finally {
            loop.dispose();
        }
        statements.assertInserts("purchase", count);
        assertThat(context.getBean("idsOnEventLoop", Set.class)).containsExactly(false);
    }
}
