package io.github.hibernateidgen.examples.orders.landings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.jdbc.JdbcTestUtils;

/** Has the annotations of the other tests, and so shares their application. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class TrialTest {

    @Autowired
    private Trial trial;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void thousandOrdersLandAsTheirKindOfIdSays() {
        trial.run();
        trial.run();

        assertThat(trial.latest()).extracting(Landing::kind).containsExactly(IdKind.values());
        assertThat(trial.latest()).allSatisfy(landing -> {
            assertThat(landing.places()).hasSize(1000);
            assertThat(landing.calls()).isEqualTo(landing.kind() == IdKind.IDENTITY ? 1000 : 20);
            switch (landing.kind()) {
                case RANDOM -> assertThat(landing.atTheEnd()).isLessThan(50);
                // 1 of 8 shards is the last range.
                case SHARDED -> assertThat(landing.atTheEnd()).isBetween(10L, 500L);
                default -> assertThat(landing.atTheEnd()).isEqualTo(1000);
            }
        });
        for (String table : List.of(
                "identity_order",
                "segment_order",
                "snowflake_order",
                "sharded_order",
                "comb_guid_order",
                "random_order")) {
            assertThat(JdbcTestUtils.countRowsInTable(jdbc, table))
                    .as("those of the second time only in " + table)
                    .isEqualTo(1000);
        }
    }

    @Test
    void whoAsksWhileOrdersArePlacedGetsTheSame() throws InterruptedException {
        CountDownLatch placing = new CountDownLatch(1);
        CountDownLatch placed = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        Trial slow = new Trial(new ThousandOrders(null) {
            @Override
            List<Landing> place() {
                times.incrementAndGet();
                placing.countDown();
                try {
                    placed.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return List.of();
            }
        });

        Thread first = new Thread(slow::run);
        first.start();
        placing.await();
        Thread second = new Thread(slow::run);
        second.start();
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        placed.countDown();
        first.join();
        second.join();
        assertThat(times).hasValue(1);

        slow.run();
        assertThat(times).as("who asks afterwards has others placed").hasValue(2);
    }
}
