package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.testing.DriverMessages;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Parcel;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A driver's message may repeat the URL with the password. No message, log, status or health shows the password. */
class DriverSecretsTest {

    @Entity(name = "Order")
    @jakarta.persistence.Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        Long id;
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** As a data source fails: SQLSTATE 28000 is permanent, so a start does not wait. */
    private static JdbcReservationStore table(String message) {
        return new JdbcReservationStore(
                ConnectionSource.of(() -> {
                    throw new SQLException(message, "28000");
                }),
                JdbcTable.DEFAULT);
    }

    /** A store of an application, which throws what its client throws. */
    private record OwnStore(String message) implements ReservationStore {

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            throw new LinkageError(message, new IllegalStateException(message));
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            throw new IllegalStateException(message);
        }

        @Override
        public String describe() {
            return "store of " + message;
        }
    }

    @Test
    void noneOfAThousandMessagesIsShownByATable() {
        for (String message : DriverMessages.of(1_000, TestSeed.random())) {
            JdbcReservationStore store = table(message);
            StoredSlot slot = new StoredSlot(1, "us", 1);
            assertThat(trace(catchThrowable(() -> store.read("default", 0, 64)))
                            + trace(catchThrowable(() -> store.compareAndSet("default", null, slot)))
                            + trace(catchThrowable(store::createTable)))
                    .as(message)
                    .contains("java.sql.SQLException")
                    .doesNotContain(DriverMessages.SECRET);
        }
    }

    @Test
    void noMessageIsShownByASourceOfWorkerNumbers() {
        List<Function<String, ReservationStore>> stores = List.of(DriverSecretsTest::table, OwnStore::new);
        try (Log log = new Log()) {
            for (String message : DriverMessages.of(40, TestSeed.random())) {
                for (Function<String, ReservationStore> store : stores) {
                    try (ReservedWorkerSource source =
                            new ReservedWorkerSource(store.apply(message), ReservationTerms.DEFAULT)) {
                        Throwable thrown = catchThrowable(source::claim);
                        assertThat(trace(thrown) + source.status() + source)
                                .as(message)
                                .doesNotContain(DriverMessages.SECRET);
                        assertThat(source.status().failure())
                                .hasValueSatisfying(
                                        failure -> assertThat(trace(failure)).doesNotContain(DriverMessages.SECRET));
                    }
                }
            }
            assertThat(log.text.toString()).contains("***").doesNotContain(DriverMessages.SECRET);
        }
    }

    @Test
    void noMessageIsShownByAGeneratorOfSegments() {
        try (Log log = new Log()) {
            for (String message : DriverMessages.of(40, TestSeed.random())) {
                SegmentSource source = new SegmentSource() {
                    @Override
                    public Segment fetch() {
                        throw new IllegalStateException("it failed", new SQLException(message));
                    }

                    @Override
                    public void open() {}

                    @Override
                    public boolean isLost() {
                        return false;
                    }

                    @Override
                    public long size() {
                        return 10;
                    }

                    @Override
                    public String describe() {
                        return "numbers of " + message;
                    }
                };
                try (SegmentGenerator generator = new SegmentGenerator(
                        source, OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run, System::nanoTime)) {
                    assertThat(trace(catchThrowable(generator::nextId)) + generator + generator.statistics())
                            .as(message)
                            .doesNotContain(DriverMessages.SECRET);
                    assertThat(generator.statistics().failure())
                            .hasValueSatisfying(
                                    failure -> assertThat(trace(failure)).doesNotContain(DriverMessages.SECRET));
                }
            }
            assertThat(log.text.toString()).contains("***").doesNotContain(DriverMessages.SECRET);
        }
    }

    @Test
    void noMessageIsShownByAStart() {
        try (Log log = new Log()) {
            for (String message : DriverMessages.of(20, TestSeed.random())) {
                Throwable thrown = catchThrowable(() -> Hibernate.onH2(Order.class)
                        .without(IdgenSettings.WORKER_ID)
                        .with(IdgenSettings.WORKER_SOURCE, table(message))
                        .start()
                        .close());
                assertThat(trace(thrown)).as(message).contains("***").doesNotContain(DriverMessages.SECRET);
            }
            assertThat(log.text.toString()).doesNotContain(DriverMessages.SECRET);
        }
    }

    @Test
    void noMessageIsShownByTheCheckOfASequence() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        for (String message : DriverMessages.of(5, TestSeed.random())) {
            DataSource failing = (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                        if (StackWalker.getInstance()
                                .walk(frames -> frames.anyMatch(
                                        frame -> frame.getClassName().endsWith(".SequenceCheck")))) {
                            throw new SQLException(message);
                        }
                        return method.invoke(database, arguments);
                    });
            try (LogCapture log = new LogCapture()) {
                Hibernate.onH2(Parcel.class)
                        .without(AvailableSettings.JAKARTA_JDBC_URL)
                        .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, failing)
                        .start()
                        .close();
                assertThat(log.messages().toString())
                        .contains("is not compared with its sequence", "***")
                        .doesNotContain(DriverMessages.SECRET);
            }
        }
    }

    /** All that is logged by anybody, as text with stack traces. */
    private static final class Log extends Handler implements AutoCloseable {

        private final StringBuffer text = new StringBuffer();
        private final SimpleFormatter formatter = new SimpleFormatter();

        Log() {
            Logger.getLogger("").addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            text.append(formatter.format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            Logger.getLogger("").removeHandler(this);
        }
    }
}
