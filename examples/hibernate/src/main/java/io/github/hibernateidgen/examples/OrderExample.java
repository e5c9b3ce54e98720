package io.github.hibernateidgen.examples;

import static io.github.hibernateidgen.examples.Report.time;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.IdRange;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.logging.LogManager;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.cfg.Configuration;

/**
 * Saves the same orders with four kinds of id. Shows when the ids are known and which statements were sent, and reads the
 * orders again by id and by time. The settings are in {@code hibernate.properties}, the log levels in {@code
 * logging.properties}.
 */
public final class OrderExample {

    private static final List<String> PRODUCTS =
            List.of("apples", "bread", "cheese", "dates", "eggs", "figs", "grapes", "honey", "jam", "kale");

    private static final int PAGE_SIZE = 2;

    private final SessionFactory factory;
    private final Report report;

    OrderExample(SessionFactory factory, PrintStream out) {
        this.factory = factory;
        this.report = new Report(out);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (InputStream logging = OrderExample.class.getResourceAsStream("/logging.properties")) {
            LogManager.getLogManager().readConfiguration(logging);
        }
        try (SessionFactory factory = configuration().buildSessionFactory()) {
            new OrderExample(factory, System.out).run();
        }
    }

    static Configuration configuration() {
        Configuration configuration = new Configuration();
        IdKind.ENTITIES.forEach(configuration::addAnnotatedClass);
        return configuration;
    }

    List<UnitOfWork> run() throws InterruptedException {
        // A first use that is not counted: Hibernate calls a new sequence twice.
        save("Ada", "Alan");
        Instant from = aMomentLater();
        List<UnitOfWork> saved = save("Ben", "Cleo", "Dan", "Eve", "Finn");
        Instant to = aMomentLater();
        save("Gus");

        UnitOfWork any = saved.get(0);
        report.title(
                "Hibernate %s on H2 saves %d orders with %d lines each, %d rows, in one unit of work.",
                Version.getVersionString(), any.orderIds().size(), any.linesPerOrder(), any.rows());
        saved.forEach(report::unitOfWork);

        try (Session session = factory.openSession()) {
            report.title("The orders read again. No column holds their creation time: their ids do (UTC).");
            readSnowflakeOrders(new OrderQueries<>(session, SnowflakeOrder.class), from, to);
            readCombGuidOrders(new OrderQueries<>(session, CombGuidOrder.class), from, to);
        }

        report.title("A round trip is one call of the JDBC driver: a batch, or a single call.");
        report.table(saved);
        return saved;
    }

    private List<UnitOfWork> save(String... customers) {
        List<UnitOfWork> saved = new ArrayList<>();
        for (IdKind<?, ?> kind : IdKind.ALL) {
            saved.add(UnitOfWork.save(factory, kind, List.of(customers), PRODUCTS));
        }
        return saved;
    }

    private void readSnowflakeOrders(OrderQueries<SnowflakeOrder> orders, Instant from, Instant to) {
        report.title("@SnowflakeId");
        printPages(orders, order -> SnowflakeLayout.STANDARD.instant(order.id));

        IdRange ids = SnowflakeLayout.STANDARD.range(from, to);
        printSpan(orders, from, to, ids.first(), ids.last());
    }

    private void readCombGuidOrders(OrderQueries<CombGuidOrder> orders, Instant from, Instant to) {
        report.title("@CombGuid");
        printPages(orders, order -> GuidOrder.BYTES.instant(order.id));

        UUID first = GuidOrder.BYTES.first(from);
        UUID last = GuidOrder.BYTES.last(to);
        printSpan(orders, from, to, first, last);
    }

    private <O extends Order> void printPages(OrderQueries<O> orders, Function<O, Instant> madeAt) {
        List<O> page = orders.latest(PAGE_SIZE);
        report.line("the latest %d: order by id desc", PAGE_SIZE);
        report.orders(page, madeAt);

        Object lastId = page.get(page.size() - 1).id();
        report.line("the next %d: where id < %s order by id desc", PAGE_SIZE, lastId);
        report.orders(orders.before(lastId, PAGE_SIZE), madeAt);
    }

    private void printSpan(OrderQueries<?> orders, Instant from, Instant to, Object firstId, Object lastId) {
        List<String> customers = orders.between(firstId, lastId).stream()
                .map(order -> order.customer)
                .toList();
        report.line("from %s to %s: where id between", time(from), time(to));
        report.line("    %s and %s", firstId, lastId);
        report.line("  %d orders: %s", customers.size(), String.join(", ", customers));
    }

    private static Instant aMomentLater() throws InterruptedException {
        Thread.sleep(20);
        Instant now = Instant.now();
        Thread.sleep(20);
        return now;
    }
}
