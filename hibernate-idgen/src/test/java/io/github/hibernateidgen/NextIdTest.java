package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** Ids in code, of the generators that make those of entities. */
class NextIdTest {

    private static final int THREADS = 8;
    private static final int EACH = 200;

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        UUID id;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SegmentId(size = 100)
        Long id;
    }

    /**
     * Alternates between the two ways from all threads. Who asks after another was answered must get a greater id: the
     * greatest that was answered is looked at before each call.
     */
    private static <E, T> void interleave(
            Class<E> entity, Supplier<E> row, Function<E, T> idOf, Class<T> type, Comparator<? super T> order)
            throws Exception {
        try (SessionFactory factory = Hibernate.onH2(entity).start()) {
            Idgen idgen = Idgen.of(factory);
            Set<T> all = ConcurrentHashMap.newKeySet();
            AtomicReference<T> greatest = new AtomicReference<>(idgen.next(entity, type));
            all.add(greatest.get());
            BinaryOperator<T> greater = (a, b) -> order.compare(a, b) < 0 ? b : a;
            List<Integer> steps = Threads.callTogether(THREADS, () -> {
                int done = 0;
                for (; done < EACH; done++) {
                    T before = greatest.get();
                    T id = done % 2 == 0 ? idgen.next(entity, type) : persisted(factory, row.get(), idOf);
                    assertThat(order.compare(before, id))
                            .as("%s after %s", id, before)
                            .isNegative();
                    assertThat(all.add(id)).as("%s is new", id).isTrue();
                    greatest.accumulateAndGet(id, greater);
                }
                return done;
            });
            assertThat(steps).hasSize(THREADS).containsOnly(EACH);
            assertThat(all).hasSize(THREADS * EACH + 1);
            assertThat(idgen.attributes())
                    .filteredOn(attribute -> attribute.path().endsWith(".id"))
                    .extracting(GeneratedAttribute::issued)
                    .containsExactly(THREADS * EACH + 1L);
        }
    }

    private static <E, T> T persisted(SessionFactory factory, E row, Function<E, T> idOf) {
        factory.inTransaction(session -> session.persist(row));
        return idOf.apply(row);
    }

    @Test
    void snowflakesOfCodeAndOfPersistAreOneSequence() throws Exception {
        interleave(Ticket.class, Ticket::new, ticket -> ticket.id, Long.class, Comparator.naturalOrder());
    }

    @Test
    void guidsOfCodeAndOfPersistAreOneSequence() throws Exception {
        interleave(Invoice.class, Invoice::new, invoice -> invoice.id, UUID.class, GuidOrder.SQL_SERVER.comparator());
    }

    @Test
    void numbersOfSegmentsOfCodeAndOfPersistAreOneSequence() throws Exception {
        interleave(Parcel.class, Parcel::new, parcel -> parcel.id, Long.class, Comparator.naturalOrder());
    }

    @Test
    void segmentsAreThoseOfTheSessionFactorysOwnGenerator() {
        // Hibernate 7 and later make two of the mapping. Another one's next number would be 101.
        try (SessionFactory factory = Hibernate.onH2(Parcel.class).start()) {
            long first = persisted(factory, new Parcel(), parcel -> parcel.id);
            assertThat(Idgen.of(factory).next(Parcel.class)).isEqualTo(first + 1);
            long third = persisted(factory, new Parcel(), parcel -> parcel.id);
            assertThat(third).isEqualTo(first + 2);
        }
    }

    @Entity(name = "Assigned")
    static class Assigned {
        @Id
        @SnowflakeId(assignable = true)
        long id;
    }

    @Test
    void idOfCodeIsPersistedWhereTheMappingLetsIt() {
        try (SessionFactory factory = Hibernate.onH2(Assigned.class).start()) {
            long id = Idgen.of(factory).next(Assigned.class, long.class);
            Assigned row = new Assigned();
            row.id = id;
            factory.inTransaction(session -> session.persist(row));
            Assigned found = factory.fromSession(session -> session.find(Assigned.class, id));
            assertThat(found).isNotNull();
        }
    }

    @Entity(name = "Typed")
    static class Typed {
        @Id
        @SnowflakeId
        BigInteger id;

        @CombGuid
        byte[] bytes;

        @CombGuid
        String text;

        @SnowflakeId
        String code;
    }

    @Test
    void valueIsOfTheAttributesOwnType() {
        try (SessionFactory factory = Hibernate.onH2(Typed.class).start()) {
            Idgen idgen = Idgen.of(factory);
            assertThat(idgen.next(Typed.class)).isInstanceOf(BigInteger.class);
            assertThat(idgen.next(Typed.class, "bytes", byte[].class)).hasSize(16);
            assertThat(UUID.fromString(idgen.next(Typed.class, "text", String.class))
                            .version())
                    .isEqualTo(7);
            long code = SnowflakeText.CROCKFORD_BASE32.parse(idgen.next(Typed.class, "code", String.class));
            assertThat(SnowflakeLayout.STANDARD.split(code).worker()).isEqualTo(5);
        }
    }

    @MappedSuperclass
    abstract static class Document {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Letter")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Letter extends Document {}

    @Entity(name = "Postcard")
    static class Postcard extends Letter {}

    @Test
    void inheritedIdIsOfTheSameSequence() {
        try (SessionFactory factory =
                Hibernate.onH2(Letter.class, Postcard.class).start()) {
            Idgen idgen = Idgen.of(factory);
            long first = idgen.next(Letter.class, Long.class);
            long second = idgen.next(Postcard.class, Long.class);
            assertThat(second).isGreaterThan(first);
            assertThat(idgen.next(Letter.class, Long.class)).isGreaterThan(second);
        }
    }

    @Embeddable
    static class LineKey implements Serializable {
        private static final long serialVersionUID = 1L;

        String product;

        @SnowflakeId
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey that
                    && Objects.equals(product, that.product)
                    && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(product, number);
        }
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineKey id;
    }

    static class PartKey implements Serializable {
        private static final long serialVersionUID = 1L;

        String product;
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof PartKey that
                    && Objects.equals(product, that.product)
                    && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(product, number);
        }
    }

    @Entity(name = "Part")
    @IdClass(PartKey.class)
    static class Part {
        @Id
        String product;

        @Id
        @SnowflakeId
        Long number;
    }

    @Test
    void partsOfCompositeIdsAreNamed() {
        try (SessionFactory factory = Hibernate.onH2(Line.class, Part.class).start()) {
            Idgen idgen = Idgen.of(factory);
            assertThat(idgen.next(Line.class, "id.number", Long.class)).isPositive();
            assertThat(idgen.next(Part.class, "number", Long.class)).isPositive();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(Line.class))
                    .withMessage(
                            "the id of [Line] is composite; name one of the attributes whose values are generated");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(Part.class))
                    .withMessageContaining("is composite");
        }
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        Long id;

        @CombGuid
        UUID reference;
    }

    @Test
    void refusesWhatItDoesNotMake() {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class, Plain.class).start()) {
            Idgen idgen = Idgen.of(factory);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(Plain.class))
                    .withMessage("attribute [id] of [Plain] has no generator of this library; annotate the attribute"
                            + " with @SnowflakeId or @CombGuid");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(Ticket.class, "nothing", Long.class))
                    .withMessageContaining("attribute [nothing] of [Ticket]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(String.class))
                    .withMessage("[java.lang.String] is no entity of this session factory; give the class of a mapped"
                            + " entity, or for text a class with @PublicId");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idgen.next(Ticket.class, String.class))
                    .withMessage("[java.lang.String] was asked for, but the type of the id of ["
                            + Ticket.class.getName()
                            + "] is java.lang.Long; ask for this type");
        }
    }

    @Entity(name = "Sharded")
    static class Sharded {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "customer")
        Long id;

        Long customer;
    }

    @Test
    void refusesWhatAnEntityDecides() {
        try (SessionFactory factory = Hibernate.onH2(Sharded.class)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "sharded.fields", "time:41, worker:6, shard:4, sequence:12")
                .start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Idgen.of(factory).next(Sharded.class))
                    .withMessageStartingWith("Sharded.id has a shard that attribute [customer] of the entity decides")
                    .withMessageContaining("withShard()");
        }
    }

    @Test
    void refusesAllAfterTheClose() {
        SessionFactory factory = Hibernate.onH2(Ticket.class, Invoice.class).start();
        Idgen idgen = Idgen.of(factory);
        assertThat(idgen.next(Invoice.class)).isNotNull();
        factory.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> idgen.next(Invoice.class))
                .withMessageStartingWith("the session factory is closed");
        assertThatIllegalStateException().isThrownBy(() -> idgen.next(Ticket.class));
    }

    @Test
    void refusalOfTheGeneratorNamesTheAttribute() {
        WorkerSource numberless = new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                throw new IllegalStateException("no number");
            }

            @Override
            public void attach(TickIssuer issuer) {}

            @Override
            public void awaitRenewal(WorkerReservation ended) {
                throw new AssertionError("there was no reservation");
            }
        };
        try (SessionFactory factory = Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, numberless)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start()) {
            assertThatThrownBy(() -> Idgen.of(factory).next(Ticket.class))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessage("Ticket.id: no number");
        }
    }
}
