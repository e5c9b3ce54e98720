package io.github.hibernateidgen.spring.data.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.data.ExecutedStatements;
import io.github.hibernateidgen.test.IdAssertions;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.EntityManagerFactory;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The same generators serve without JPA, as docs/mappings.md shows. */
@SpringBootTest(
        classes = PurchaseApplication.class,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "spring.sql.init.schema-locations=classpath:purchase.sql",
            "spring.data.jpa.repositories.enabled=false"
        })
class SpringDataJdbcTest {

    private final ApplicationContext context;
    private final Purchase.Repository purchases;
    private final JdbcTemplate template;
    private final JdbcClient jdbc;

    @Autowired
    SpringDataJdbcTest(ApplicationContext context, Purchase.Repository purchases, JdbcTemplate jdbc) {
        this.context = context;
        this.purchases = purchases;
        this.template = jdbc;
        this.jdbc = JdbcClient.create(jdbc);
    }

    @Test
    void rowsHaveTheirIdsWhenSaveReturns() {
        assertThat(context.getBeanNamesForType(EntityManagerFactory.class)).isEmpty();
        assertThat(context.getBeanNamesForType(Idgen.class)).isEmpty();
        List<Purchase> saved = Stream.generate(() -> purchases.save(new Purchase(null, null, "tea")))
                .limit(100)
                .toList();
        IdAssertions.assertAscend(saved.stream().map(Purchase::id).toList());
        IdAssertions.assertAscend(
                GuidOrder.BYTES, saved.stream().map(Purchase::reference).toList());
        assertThat(purchases.findAllById(saved.stream().map(Purchase::id).toList()))
                .containsExactlyInAnyOrderElementsOf(saved);
    }

    @Test
    void eightThreadsGetNoIdTwiceAndSendOnlyInserts() throws Exception {
        int threads = 8;
        int rows = 500;
        ExecutedStatements statements = ExecutedStatements.since(template);
        Queue<Object> ids = new ConcurrentLinkedQueue<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> work = Collections.nCopies(threads, () -> {
                for (int row = 0; row < rows; row++) {
                    Purchase saved = purchases.save(new Purchase(null, null, "tea"));
                    ids.add(saved.id());
                    ids.add(saved.reference());
                }
                return null;
            });
            for (Future<Void> done : executor.invokeAll(work)) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(ids).hasSize(2 * threads * rows).doesNotHaveDuplicates();
        statements.assertInserts("purchase", threads * rows);
    }

    @Test
    void rowThatHasAnIdIsUpdated() {
        Purchase saved = purchases.save(new Purchase(null, null, "tea"));
        purchases.save(new Purchase(saved.id(), saved.reference(), "coffee"));
        assertThat(purchases.findById(saved.id())).map(Purchase::product).contains("coffee");
    }

    @Test
    void workerNumberIsReservedInTheTable() {
        long id = context.getBean(SnowflakeGenerator.class).nextId();
        long held = context.getBean(ReservedWorkerSource.class).reservation().worker();
        assertThat(SnowflakeLayout.STANDARD.split(id).worker()).isEqualTo(held);
        assertThat(jdbc.sql("select worker_id from idgen_worker")
                        .query(Long.class)
                        .list())
                .containsExactly(held);
    }
}
