package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shard of an id that comes from another attribute of its entity. */
class ShardByTest {

    private static final String FIELDS = "time:41, worker:6, sequence:10, shard:6";
    private static final SnowflakeLayout LAYOUT =
            SnowflakeLayout.named("sharded").fields(FIELDS).build();

    private static Hibernate hibernate(Class<?>... entities) {
        return Hibernate.onH2(entities).with(IdgenSettings.SNOWFLAKE_LAYOUTS + "sharded.fields", FIELDS);
    }

    private static long shardOf(Object value) {
        return ShardFunction.HASH.shard(value, LAYOUT);
    }

    @MappedSuperclass
    abstract static class Sharded {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "customerId")
        Long id;
    }

    @Entity(name = "Purchase")
    static class Purchase extends Sharded {
        Long customerId;
    }

    @Entity(name = "RushPurchase")
    static class RushPurchase extends Purchase {}

    enum Region {
        NORTH {},
        SOUTH
    }

    @Entity(name = "Visit")
    @Table(name = "shop_visit")
    static class Visit {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "visitor", text = SnowflakeText.DECIMAL)
        String id;

        UUID visitor;

        @SnowflakeId(layout = "sharded", shardBy = "region")
        Long number;

        Region region;

        @SnowflakeId(layout = "sharded", shardBy = "desk", shardFunction = ShardFunction.LOW_BITS)
        Long ticket;

        int desk;
    }

    @Test
    void idsOfOneCustomerAreInOneShard() {
        try (SessionFactory factory =
                hibernate(Purchase.class, RushPurchase.class).start()) {
            factory.inTransaction(session -> {
                for (long customer = 0; customer < 100; customer++) {
                    for (int i = 0; i < 3; i++) {
                        Purchase purchase = i == 0 ? new RushPurchase() : new Purchase();
                        purchase.customerId = customer;
                        session.persist(purchase);
                        assertThat(LAYOUT.shard(purchase.id)).isEqualTo(shardOf(customer));
                    }
                }
            });
        }
    }

    @Test
    void everyKindOfAttributeMayDecide() {
        try (SessionFactory factory = hibernate(Visit.class).start()) {
            Visit visit = new Visit();
            visit.visitor = UUID.randomUUID();
            visit.region = Region.NORTH;
            visit.desk = 70;
            factory.inTransaction(session -> session.persist(visit));
            assertThat(LAYOUT.shard(SnowflakeText.DECIMAL.parse(visit.id))).isEqualTo(shardOf(visit.visitor));
            assertThat(LAYOUT.shard(visit.number)).isEqualTo(shardOf("NORTH"));
            assertThat(LAYOUT.shard(visit.ticket)).isEqualTo(6);
        }
    }

    @Test
    void idgenTellsTheShardOfAValueBeforeThereIsAnId() {
        try (SessionFactory factory = hibernate(Purchase.class).start()) {
            GeneratedAttribute id = Idgen.of(factory).attributes().get(0);
            assertThat(id.shardBy()).contains("customerId");
            assertThat(id.shardOf(5L)).isEqualTo(shardOf(5L)).isEqualTo(16);
            assertThat(id)
                    .hasToString("Purchase.id: Snowflake ids of layout [sharded] sharded by customerId for column id"
                            + " of type bigint, as the mapping asks");
        }
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId
        Long id;
    }

    @Test
    void idgenTellsNoShardWhereThereIsNone() {
        try (SessionFactory factory = hibernate(Plain.class).start()) {
            GeneratedAttribute id = Idgen.of(factory).attributes().get(0);
            assertThat(id.shardBy()).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> id.shardOf(5L))
                    .withMessage("Plain.id has no shardBy, so its ids have no shard");
        }
    }

    // An association

    @Entity(name = "Customer")
    static class Customer {
        @Id
        Long id;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "customer")
        Long id;

        @ManyToOne
        Customer customer;
    }

    @Test
    void ofAnAssociationTheIdDecides() {
        try (SessionFactory factory = hibernate(Customer.class, Parcel.class).start()) {
            factory.inTransaction(session -> {
                Customer customer = new Customer();
                customer.id = 70L;
                session.persist(customer);
                Parcel parcel = new Parcel();
                parcel.customer = customer;
                session.persist(parcel);
                assertThat(LAYOUT.shard(parcel.id)).isEqualTo(shardOf(70L));
            });
            factory.inTransaction(session -> {
                Parcel parcel = new Parcel();
                parcel.customer = session.getReference(Customer.class, 70L);
                long statements = Hibernate.statements(factory);
                session.persist(parcel);
                assertThat(LAYOUT.shard(parcel.id)).isEqualTo(shardOf(70L));
                assertThat(Hibernate.statements(factory)).isEqualTo(statements);
            });
            Parcel parcel = new Parcel();
            parcel.customer = new Customer();
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(parcel)))
                    .hasStackTraceContaining(
                            "Parcel.id: the entity in [customer] decides the shard and has no id yet; persist it first");
        }
    }

    // Where there is nothing to decide

    @Test
    void aMissingValueIsRefusedBeforeAnIdIsMade() {
        try (SessionFactory factory = hibernate(Purchase.class).start()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(new Purchase())))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessage(
                            "Purchase.id: attribute [customerId] decides the shard and is null; set it before the id"
                                    + " is made");
            assertThat(Idgen.of(factory).attributes().get(0).issued()).isZero();
        }
    }

    @Test
    void insertsOfHqlHaveNoEntityAndAreRefused() {
        try (SessionFactory factory = hibernate(Purchase.class).start()) {
            Throwable refusal = catchThrowable(() -> factory.inTransaction(
                    session -> session.createMutationQuery("insert into Purchase (customerId) values (7)")
                            .executeUpdate()));
            assertThat(refusal)
                    .hasStackTraceContaining("Purchase.id: attribute [customerId] decides the shard, but"
                            + " there is no entity to read it from");
        }
    }

    @Test
    void statelessSessionsDecideToo() throws ReflectiveOperationException {
        try (SessionFactory factory = hibernate(Purchase.class).start()) {
            Purchase purchase = new Purchase();
            purchase.customerId = 5L;
            // Hibernate 8.0 returns another type.
            Method insert = StatelessSession.class.getMethod("insert", Object.class);
            try (StatelessSession session = factory.openStatelessSession()) {
                insert.invoke(session, purchase);
            }
            assertThat(LAYOUT.shard(purchase.id)).isEqualTo(16);
        }
    }

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "customerId", shardFunction = ShardFunction.LOW_BITS)
        Long id;

        long customerId = 70;
    }

    @Test
    void lowBitsMayBeTheShard() {
        try (SessionFactory factory = hibernate(Voucher.class).start()) {
            Voucher voucher = new Voucher();
            factory.inTransaction(session -> session.persist(voucher));
            assertThat(LAYOUT.shard(voucher.id)).isEqualTo(6);
        }
    }

    // Mistakes

    @Entity(name = "Unknown")
    static class Unknown {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "customerID")
        Long id;

        Long customerId;
    }

    @Entity(name = "Itself")
    static class Itself {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "id")
        Long id;
    }

    @Entity(name = "ItselfBesideTheId")
    static class ItselfBesideTheId {
        @Id
        int id;

        @SnowflakeId(layout = "sharded", shardBy = "number")
        Long number;

        String name;
    }

    @Entity(name = "Dated")
    static class Dated {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "day")
        Long id;

        LocalDate day;
    }

    @Entity(name = "LowText")
    static class LowText {
        @Id
        @SnowflakeId(layout = "sharded", shardBy = "name", shardFunction = ShardFunction.LOW_BITS)
        Long id;

        String name;
    }

    @Entity(name = "NoField")
    static class NoField {
        @Id
        @SnowflakeId(layout = "short", shardBy = "customerId")
        Long id;

        Long customerId;
    }

    @Entity(name = "NoAttribute")
    static class NoAttribute {
        @Id
        @SnowflakeId(layout = "sharded")
        Long id;
    }

    @Embeddable
    static class Key implements Serializable {
        private static final long serialVersionUID = 1L;

        @SnowflakeId(layout = "sharded", shardBy = "customerId")
        Long number;

        Long customerId;

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && number.equals(that.number);
        }

        @Override
        public int hashCode() {
            return number.hashCode();
        }
    }

    @Entity(name = "Composite")
    static class Composite {
        @EmbeddedId
        Key key;
    }

    @Embeddable
    static class Part {
        @SnowflakeId(layout = "sharded", shardBy = "customerId")
        Long number;
    }

    @Entity(name = "Whole")
    static class Whole {
        @Id
        int id;

        Long customerId;

        @Embedded
        Part part;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Unknown     | Unknown.id [customerID]     | it has [customerId]
            Itself      | Itself.id [id]              | shardBy names no other attribute of the entity; it has []
            ItselfBesideTheId | ItselfBesideTheId.number [number] | names no other attribute of the entity; it has [name]
            Dated       | Dated.id [day]              | of type java.time.LocalDate, from which HASH can't compute a shard
            LowText     | LowText.id [name]           | of type java.lang.String, from which LOW_BITS can't compute a shard
            NoField     | NoField.id [customerId]     | layout [short] has no shard field; add a field shard:BITS to the layout
            NoAttribute | NoAttribute.id [sharded]    | no attribute decides the shard; name that attribute in shardBy
            Composite   | Composite.key.number [customerId] | part of a composite id or of an embeddable
            Whole       | number [customerId]         | part of a composite id or of an embeddable
            """)
    void mistakesStopTheStart(String entity, String subject, String rule) throws ClassNotFoundException {
        Class<?> type = Class.forName(ShardByTest.class.getName() + "$" + entity);
        assertThatThrownBy(() -> hibernate(type).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(subject)
                .hasMessageContaining(rule);
    }
}
