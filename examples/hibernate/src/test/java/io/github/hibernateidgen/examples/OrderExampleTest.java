package io.github.hibernateidgen.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README promises of the example holds. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderExampleTest {

    private SessionFactory factory;
    private List<UnitOfWork> saved;
    private String printed;

    @BeforeAll
    void runTheExample() throws Exception {
        factory = OrderExample.configuration().buildSessionFactory();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        saved = new OrderExample(factory, new PrintStream(bytes, true)).run();
        printed = bytes.toString();
    }

    @AfterAll
    void stop() {
        factory.close();
    }

    private UnitOfWork saved(String kind) {
        return saved.stream()
                .filter(work -> work.kind().name().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"@SnowflakeId", "@CombGuid"})
    void ourIdsAreThereBeforeAnySqlIsSent(String kind) {
        UnitOfWork work = saved(kind);
        assertThat(work.orderIds()).hasSize(5).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(work.lineIds()).hasSize(50).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(work.byPersist().statements()).isEmpty();
        assertThat(work.byPersist().roundTrips()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"@SnowflakeId", "@CombGuid"})
    void ourRowsGoInOneBatchForEachTable(String kind) {
        UnitOfWork work = saved(kind);
        assertThat(work.rows()).isEqualTo(55);
        assertThat(work.byFlush().batches()).isEqualTo(2);
        assertThat(work.byFlush().statements().values()).containsExactly(1, 1);
        assertThat(work.roundTrips()).isEqualTo(2);
    }

    @Test
    void identityTakesOneRoundTripForEachRow() {
        UnitOfWork work = saved("IDENTITY");
        assertThat(work.byPersist().singles()).isEqualTo(work.rows());
        assertThat(work.roundTrips()).isGreaterThanOrEqualTo(work.rows());
    }

    @Test
    void sequenceIsCalledBeforeTheFlush() {
        UnitOfWork work = saved("SEQUENCE");
        assertThat(work.byPersist().statements()).containsOnlyKeys("select next value for sequence_line_SEQ");
        assertThat(work.byPersist().roundTrips()).isPositive();
        assertThat(work.byFlush().batches()).isEqualTo(2);
    }

    @Test
    void pagesAreInTheSequenceInWhichTheOrdersWereMade() {
        try (Session session = factory.openSession()) {
            assertPages(new OrderQueries<>(session, SnowflakeOrder.class));
            assertPages(new OrderQueries<>(session, CombGuidOrder.class));
        }
    }

    private static void assertPages(OrderQueries<?> orders) {
        List<? extends Order> page = orders.latest(3);
        assertThat(page).extracting(order -> order.customer).containsExactly("Gus", "Finn", "Eve");
        assertThat(orders.before(page.get(2).id(), 3))
                .extracting(order -> order.customer)
                .containsExactly("Dan", "Cleo", "Ben");
    }

    @Test
    void spanOfTimeHoldsTheOrdersMadeInIt() {
        assertThat(printed.lines().filter(line -> line.equals("    5 orders: Ben, Cleo, Dan, Eve, Finn")))
                .as("once for each of our kinds")
                .hasSize(2);
    }

    @Test
    void printedTableEndsWithTheCountsOfEachKind() {
        assertThat(printed.lines().skip(printed.lines().count() - 4))
                .satisfiesExactly(
                        line -> assertThat(line).matches("@SnowflakeId +55 +0 +2 +2"),
                        line -> assertThat(line).matches("@CombGuid +55 +0 +2 +2"),
                        line -> assertThat(line).matches("IDENTITY +55 +55 +0 +55"),
                        line -> assertThat(line).matches("SEQUENCE +55 +1 +2 +3"));
    }

    @Test
    void countsAreThoseOfTheDriverAndOfHibernatesStatistics() {
        CountingDriver driver = new CountingDriver();
        Configuration configuration = OrderExample.configuration();
        configuration
                .getProperties()
                .put("hibernate.connection.datasource", driver.dataSource("jdbc:h2:mem:counted;DB_CLOSE_DELAY=-1"));
        try (SessionFactory counted = configuration.buildSessionFactory()) {
            Statistics statistics = counted.getStatistics();
            for (IdKind<?, ?> kind : IdKind.ALL) {
                statistics.clear();
                driver.takeExecutions();
                UnitOfWork work = UnitOfWork.save(counted, kind, List.of("Ada", "Ben"), List.of("apples", "bread"));
                assertThat(work.roundTrips()).as(kind.name()).isEqualTo(driver.takeExecutions());
                assertThat((long) work.byPersist().prepared() + work.byFlush().prepared())
                        .as(kind.name())
                        .isEqualTo(statistics.getPrepareStatementCount());
            }
        }
    }
}
