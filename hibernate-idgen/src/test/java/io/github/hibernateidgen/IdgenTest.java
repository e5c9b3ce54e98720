package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.MariaDBDialect;
import org.junit.jupiter.api.Test;

class IdgenTest {

    @Entity(name = "Sale")
    static class Sale {
        @Id
        @SnowflakeId(layout = "short")
        Long id;

        @CombGuid
        UUID number;
    }

    @Test
    void attributesTellWhatWasChosenAndCountTheirValues() {
        try (SessionFactory factory = Hibernate.onH2(Sale.class).start()) {
            factory.inTransaction(session -> {
                for (int i = 0; i < 3; i++) {
                    session.persist(new Sale());
                }
            });
            assertThat(Idgen.of(factory).attributes())
                    .extracting(Object::toString)
                    .containsExactlyInAnyOrder(
                            "Sale.id: Snowflake ids of layout [short] for column id of type bigint, as the mapping asks",
                            "Sale.number: COMB GUIDs of format RFC_9562 in order BYTES for column number of type uuid,"
                                    + " as that type compares on H2Dialect");
            assertThat(Idgen.of(factory).attributes())
                    .extracting(GeneratedAttribute::issued)
                    .containsExactly(3L, 3L);
        }
    }

    @Test
    void choiceIsLoggedOnceForEachAttribute() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.onH2(Sale.class).start()) {
            for (GeneratedAttribute attribute : Idgen.of(factory).attributes()) {
                assertThat(log.messages()).containsOnlyOnce(attribute.toString());
            }
        }
    }

    @Test
    void partsOfTheChoiceCanBeAskedFor() {
        try (SessionFactory factory =
                Hibernate.offline(MariaDBDialect.class, Sale.class).start()) {
            assertThat(Idgen.of(factory).attributes()).anySatisfy(guid -> {
                assertThat(guid.path()).isEqualTo("Sale.number");
                assertThat(guid.column()).startsWith("number of type ");
                assertThat(guid.format()).contains(GuidFormat.RFC_9562);
                assertThat(guid.order()).isPresent();
                assertThat(guid.layout()).isEmpty();
            });
            assertThat(Idgen.of(factory).attributes()).anySatisfy(number -> {
                assertThat(number.layout()).contains(SnowflakeLayout.SHORT);
                assertThat(number.format()).isEmpty();
                assertThat(number.order()).isEmpty();
            });
        }
    }

    @Test
    void generatorIsTheOneThatTheAttributesShare() {
        try (SessionFactory factory = Hibernate.onH2(Sale.class).start()) {
            SnowflakeGenerator generator =
                    Idgen.of(factory).snowflakeGenerators().get(0);
            long before = generator.nextId();
            Sale sale = new Sale();
            factory.inTransaction(session -> session.persist(sale));
            assertThat(sale.id).isGreaterThan(before);
            assertThat(generator.nextId()).isGreaterThan(sale.id);
            assertThat(Idgen.of(factory).layouts()).contains(SnowflakeLayout.SHORT, SnowflakeLayout.TWITTER);
        }
    }

    @Test
    void reservationTellsItsStatus() {
        try (SessionFactory factory =
                Hibernate.onH2(Sale.class).without(IdgenSettings.WORKER_ID).start()) {
            ReservedWorkerSource source =
                    (ReservedWorkerSource) Idgen.of(factory).workerSource().orElseThrow();
            ReservationStatus status = source.status();
            assertThat(status.reservation()).contains(source.reservation());
            assertThat(status.remaining()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(61));
            assertThat(status.failures()).isZero();
            assertThat(status.failure()).isEmpty();
            assertThat(status.namespace()).isEqualTo("default");
            assertThat(status.store()).isEqualTo("JDBC table PUBLIC.idgen_worker");
        }
    }

    @Entity(name = "Receipt")
    static class Receipt {
        @Id
        @CombGuid(order = CombGuid.Order.BYTES)
        UUID id;
    }

    @Test
    void withoutSnowflakesThereIsNoWorker() {
        try (SessionFactory factory =
                Hibernate.onH2(Receipt.class).without(IdgenSettings.WORKER_ID).start()) {
            assertThat(Idgen.of(factory).workerSource()).isEmpty();
            assertThat(Idgen.of(factory).snowflakeGenerators()).isEmpty();
            assertThat(Idgen.of(factory).attributes())
                    .singleElement()
                    .satisfies(receipt -> assertThat(receipt.order()).contains(GuidOrder.BYTES))
                    .asString()
                    .endsWith("as the mapping asks");
        }
    }
}
