package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** What an application logs that was given secrets in wrong places, and text by an attacker. */
class SecretsInLogTest {

    /** Characters with which text ends a line for one reader of logs or another, or changes what a terminal shows. */
    private static final String[] HOSTILE = {
        "\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b", "\f", "\u001b[2K\r"
    };

    private static final String FORGED = "2026-11-22 INFO admin logged in";
    private static final String KEYS = "a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @Entity(name = "Order")
    @jakarta.persistence.Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        @PublicId(prefix = "ord_")
        Long id;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        @PublicId(prefix = "tic_", sealed = true)
        Long id;
    }

    @Entity(name = "Customer")
    static class Customer {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SegmentId
        @PublicId(prefix = "inv_", form = IdForm.DIGITS)
        Long id;
    }

    private static final Class<?>[] ENTITIES = {Order.class, Ticket.class, Customer.class, Invoice.class};

    /** All that is logged by anybody, as text with stack traces. */
    private static final class Log extends Handler implements AutoCloseable {

        private final StringBuffer text = new StringBuffer();
        private final SimpleFormatter formatter = new SimpleFormatter();

        Log() {
            Logger.getLogger("").addHandler(this);
        }

        /** As an application logs what it has caught. */
        void caught(Exception failure) {
            LogRecord line = new LogRecord(Level.WARNING, "Refused: " + failure.getMessage());
            line.setThrown(failure);
            publish(line);
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

    /** A setting, and a value with the secret. */
    private record Given(String setting, String value) {}

    private static List<Given> given(String secret) {
        String source = IdgenSettings.WORKER_SOURCE;
        return List.of(
                new Given("hibernate.idgen.redis.password", secret),
                new Given("hibernate.idgen.redis.uri", "redis://:" + secret + "@127.0.0.1"),
                new Given("hibernate.idgen.worker.etcd.password", secret),
                new Given("hibernate.idgen.worker.jdbc.password", secret),
                new Given("hibernate.idgen.password", secret),
                new Given("hibernate.idgen.token", secret),
                new Given("hibernate.idgen.seal.secret", secret),
                new Given("hibernate.idgen.segment.redis.password", secret),
                new Given("hibernate.idgen.snowflake.password", secret),
                new Given(source, "jdbc:postgresql://h/db?user=a&password=" + secret),
                new Given(source, "redis://:" + secret + "%" + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret + "[" + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret + " " + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret + "/" + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret + "#" + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret + "@" + secret + "@127.0.0.1:1"),
                new Given(source, "redis://:" + secret),
                new Given(source, "shop:" + secret + "@127.0.0.1:1"),
                new Given(IdgenSettings.SEGMENT_SOURCE, "redis+x://:" + secret + "@127.0.0.1:1"),
                new Given(IdgenSettings.SEGMENT_SOURCE, "redis://:" + secret + "@127.0.0.1:99999"));
    }

    @Test
    void noneOfTwentySecretsIsInTheLog() {
        String secret = "s3cr3t" + UUID.randomUUID().toString().replace("-", "");
        List<Given> all = given(secret);
        assertThat(all).hasSize(20);
        try (Log log = new Log()) {
            for (Given each : all) {
                assertThatExceptionOfType(IdgenConfigurationException.class)
                        .as(each.toString())
                        .isThrownBy(() -> start(each).close())
                        .satisfies(refusal -> {
                            assertThat(refusal.subject()).isEqualTo(each.setting());
                            log.caught(refusal);
                        });
            }
            assertThat(log.text.toString())
                    .contains("hibernate.idgen.redis.password [hidden]: no setting has this name")
                    .contains("hibernate.idgen.worker.source [hidden]: use jdbc, fixed")
                    .contains("hibernate.idgen.worker.source [***@127.0.0.1:1]: use jdbc, fixed")
                    .doesNotContain("s3cr3t");
        }
    }

    private static SessionFactory start(Given given) {
        return Hibernate.onH2(ENTITIES)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.SEAL_KEYS, KEYS)
                .with(given.setting(), given.value())
                .with(IdgenSettings.WORKER_WINDOW, "1s")
                .with(IdgenSettings.WORKER_TIMEOUT, "1s")
                .start();
    }

    @Test
    void noneOfManyTextsForgesALine() {
        Random random = new Random(34);
        List<String> texts = new ArrayList<>();
        int count = LongTest.RUN ? 1_000 : 200;
        for (int i = 0; i < count; i++) {
            String start = List.of("", "ord_", "tic_", "tic_a", "inv_", "0AKYZJ94WBW0M")
                    .get(random.nextInt(6));
            String end = "x".repeat(random.nextInt(4) == 0 ? 10_000 : random.nextInt(50));
            texts.add(start + HOSTILE[random.nextInt(HOSTILE.length)] + FORGED + end);
        }
        try (SessionFactory factory = Hibernate.onH2(ENTITIES)
                        .with(IdgenSettings.SEAL_KEYS, KEYS)
                        .start();
                Log log = new Log()) {
            Idgen idgen = Idgen.of(factory);
            for (String text : texts) {
                Stream.of(ENTITIES)
                        .forEach(entity -> assertThatExceptionOfType(IdTextException.class)
                                .isThrownBy(() -> idgen.idText(entity).read(text))
                                .satisfies(log::caught));
            }
            assertThat(log.text.toString().split("\\R|\u001b|\f|\u000b"))
                    .hasSizeGreaterThan(4 * count)
                    .noneMatch(line -> line.startsWith(FORGED))
                    .noneMatch(line -> line.length() > 1_500);
        }
    }
}
