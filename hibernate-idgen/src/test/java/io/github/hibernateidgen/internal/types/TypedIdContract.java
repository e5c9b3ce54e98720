package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.internal.types.TypedModel.BigId;
import io.github.hibernateidgen.internal.types.TypedModel.BoxedId;
import io.github.hibernateidgen.internal.types.TypedModel.BytesId;
import io.github.hibernateidgen.internal.types.TypedModel.GuidId;
import io.github.hibernateidgen.internal.types.TypedModel.GuidTextId;
import io.github.hibernateidgen.internal.types.TypedModel.InheritedId;
import io.github.hibernateidgen.internal.types.TypedModel.IntId;
import io.github.hibernateidgen.internal.types.TypedModel.LineKey;
import io.github.hibernateidgen.internal.types.TypedModel.LongId;
import io.github.hibernateidgen.internal.types.TypedModel.OrderId;
import io.github.hibernateidgen.internal.types.TypedModel.PlainBig;
import io.github.hibernateidgen.internal.types.TypedModel.PlainBytes;
import io.github.hibernateidgen.internal.types.TypedModel.PlainCustomer;
import io.github.hibernateidgen.internal.types.TypedModel.PlainGuid;
import io.github.hibernateidgen.internal.types.TypedModel.PlainGuidChar;
import io.github.hibernateidgen.internal.types.TypedModel.PlainGuidText;
import io.github.hibernateidgen.internal.types.TypedModel.PlainInt;
import io.github.hibernateidgen.internal.types.TypedModel.PlainLong;
import io.github.hibernateidgen.internal.types.TypedModel.PlainOrder;
import io.github.hibernateidgen.internal.types.TypedModel.PlainText;
import io.github.hibernateidgen.internal.types.TypedModel.PrivateId;
import io.github.hibernateidgen.internal.types.TypedModel.Ref;
import io.github.hibernateidgen.internal.types.TypedModel.Row;
import io.github.hibernateidgen.internal.types.TypedModel.TextId;
import io.github.hibernateidgen.internal.types.TypedModel.TypedBig;
import io.github.hibernateidgen.internal.types.TypedModel.TypedBoxed;
import io.github.hibernateidgen.internal.types.TypedModel.TypedBytes;
import io.github.hibernateidgen.internal.types.TypedModel.TypedCar;
import io.github.hibernateidgen.internal.types.TypedModel.TypedCustomer;
import io.github.hibernateidgen.internal.types.TypedModel.TypedGiven;
import io.github.hibernateidgen.internal.types.TypedModel.TypedGivenGuid;
import io.github.hibernateidgen.internal.types.TypedModel.TypedGuid;
import io.github.hibernateidgen.internal.types.TypedModel.TypedGuidChar;
import io.github.hibernateidgen.internal.types.TypedModel.TypedGuidText;
import io.github.hibernateidgen.internal.types.TypedModel.TypedInherited;
import io.github.hibernateidgen.internal.types.TypedModel.TypedInt;
import io.github.hibernateidgen.internal.types.TypedModel.TypedInvoice;
import io.github.hibernateidgen.internal.types.TypedModel.TypedLine;
import io.github.hibernateidgen.internal.types.TypedModel.TypedLong;
import io.github.hibernateidgen.internal.types.TypedModel.TypedOrder;
import io.github.hibernateidgen.internal.types.TypedModel.TypedPart;
import io.github.hibernateidgen.internal.types.TypedModel.TypedPrivate;
import io.github.hibernateidgen.internal.types.TypedModel.TypedRef;
import io.github.hibernateidgen.internal.types.TypedModel.TypedText;
import io.github.hibernateidgen.internal.types.TypedModel.TypedTicket;
import io.github.hibernateidgen.internal.types.TypedModel.TypedVehicle;
import io.github.hibernateidgen.testing.Hibernate;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for ids of classes of their own on each database, beside the same with plain ids. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TypedIdContract {

    private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();
    private SessionFactory factory;

    /** Starts on the database, which makes the tables. */
    abstract Hibernate on(Class<?>... entities);

    @BeforeAll
    void start() {
        StatementInspector inspector = sql -> {
            sent.add(sql);
            return sql;
        };
        factory = on(TypedModel.entities().toArray(Class<?>[]::new))
                .with(AvailableSettings.STATEMENT_INSPECTOR, inspector)
                .start();
    }

    @AfterAll
    void end() {
        if (factory != null) {
            factory.close();
        }
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(TypedLong.class, PlainLong.class, LongId.class),
                Arguments.of(TypedBoxed.class, PlainLong.class, BoxedId.class),
                Arguments.of(TypedBig.class, PlainBig.class, BigId.class),
                Arguments.of(TypedText.class, PlainText.class, TextId.class),
                Arguments.of(TypedPrivate.class, PlainLong.class, PrivateId.class),
                Arguments.of(TypedRef.class, PlainLong.class, Ref.class),
                Arguments.of(TypedGuid.class, PlainGuid.class, GuidId.class),
                Arguments.of(TypedInherited.class, PlainGuid.class, InheritedId.class),
                Arguments.of(TypedGuidText.class, PlainGuidText.class, GuidTextId.class),
                Arguments.of(TypedGuidChar.class, PlainGuidChar.class, GuidId.class),
                Arguments.of(TypedBytes.class, PlainBytes.class, BytesId.class),
                Arguments.of(TypedInt.class, PlainInt.class, IntId.class));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void comesBackAsItWas(Class<? extends Row> typed, Class<? extends Row> plain, Class<?> idClass) throws Exception {
        String name = typed.getSimpleName();
        Row row = make(typed);
        Row other = make(typed);
        factory.inTransaction(session -> {
            session.persist(row);
            assertThat(row.id()).isInstanceOf(idClass);
            session.persist(other);
        });
        factory.inTransaction(session -> {
            Row found = session.find(typed, row.id());
            assertThat(found.id()).usingRecursiveComparison().isEqualTo(row.id());
            assertThat(session.find(typed, row.id())).isSameAs(found);
            assertThat(session.getReference(typed, other.id())).isNotNull();
            assertThat(session.createSelectionQuery("from " + name + " e where e.id = :id", typed)
                            .setParameter("id", row.id())
                            .getSingleResult())
                    .isSameAs(found);
            assertThat(session.createSelectionQuery("from " + name + " e where e.id in :ids", typed)
                            .setParameter("ids", List.of(row.id(), other.id()))
                            .getResultList())
                    .hasSize(2);
            assertThat(session.createSelectionQuery("select e.id from " + name + " e where e = :row", idClass)
                            .setParameter("row", found)
                            .getSingleResult())
                    .usingRecursiveComparison()
                    .isEqualTo(row.id());
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void hasTheColumnOfItsComponent(Class<? extends Row> typed, Class<? extends Row> plain, Class<?> idClass) {
        assertThat(column(typed)).isEqualTo(column(plain));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void sendsTheStatementsOfItsComponent(Class<? extends Row> typed, Class<? extends Row> plain, Class<?> idClass)
            throws Exception {
        assertThat(statements(typed)).isEqualTo(statements(plain)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void ascendsAsTheColumnCompares(Class<? extends Row> typed, Class<? extends Row> plain, Class<?> idClass)
            throws Exception {
        List<Row> rows = new ArrayList<>();
        factory.inTransaction(session -> {
            for (int i = 0; i < 20; i++) {
                Row row = make(typed);
                session.persist(row);
                rows.add(row);
            }
        });
        List<Object> made = rows.stream().map(Row::id).toList();
        List<?> ordered = factory.fromTransaction(session -> session.createSelectionQuery(
                        "select e.id from " + typed.getSimpleName() + " e where e.id in :ids order by e.id",
                        Object.class)
                .setParameter("ids", made)
                .getResultList());
        assertThat(ordered).usingRecursiveFieldByFieldElementComparator().isEqualTo(made);
    }

    private static Row make(Class<? extends Row> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Type, size and digits, as the database says. */
    private List<Object> column(Class<?> entity) {
        return factory.fromTransaction(session -> session.doReturningWork(connection -> {
            DatabaseMetaData metadata = connection.getMetaData();
            for (String table : List.of(
                    entity.getSimpleName(),
                    entity.getSimpleName().toLowerCase(Locale.ROOT),
                    entity.getSimpleName().toUpperCase(Locale.ROOT))) {
                try (ResultSet columns = metadata.getColumns(connection.getCatalog(), null, table, null)) {
                    while (columns.next()) {
                        if (columns.getString("COLUMN_NAME").equalsIgnoreCase("id")) {
                            return List.of(
                                    columns.getString("TYPE_NAME"),
                                    columns.getInt("COLUMN_SIZE"),
                                    columns.getInt("DECIMAL_DIGITS"));
                        }
                    }
                }
            }
            throw new AssertionError("no column of " + entity);
        }));
    }

    /** All that is sent for one row, without the names that differ. */
    private List<String> statements(Class<? extends Row> entity) {
        Row row = make(entity);
        sent.clear();
        factory.inTransaction(session -> session.persist(row));
        factory.inTransaction(session -> session.find(entity, row.id()));
        String from = "from " + entity.getSimpleName() + " e where e.id ";
        factory.inTransaction(session -> session.createSelectionQuery(from + "= :id", entity)
                .setParameter("id", row.id())
                .getSingleResult());
        factory.inTransaction(session -> session.createSelectionQuery(from + "in :ids order by e.id", entity)
                .setParameter("ids", List.of(row.id()))
                .getResultList());
        factory.inTransaction(session -> session.remove(session.find(entity, row.id())));
        return normalized(entity.getSimpleName().replaceFirst("Typed|Plain", ""));
    }

    private List<String> normalized(String entity) {
        return sent.stream()
                .filter(sql -> !sql.contains("_SEQ") && !sql.contains("_seq")) // Segments are fetched when they are.
                .map(sql -> sql.toLowerCase(Locale.ROOT)
                        .replaceAll("(typed|plain)\\w*", "table")
                        .replaceAll("\\b[a-z]+[0-9]+_[0-9]+\\b", "alias"))
                .toList();
    }

    @Test
    void isReferredToWithTheStatementsOfItsComponent() {
        sent.clear();
        TypedCustomer typedCustomer = new TypedCustomer();
        TypedOrder typed = new TypedOrder();
        typed.customer = typedCustomer;
        factory.inTransaction(session -> {
            session.persist(typedCustomer);
            typed.referrer = typedCustomer.id;
            typed.notes.put(typedCustomer.id, "note");
            session.persist(typed);
            typed.earlier.add(typed.id);
        });
        factory.inTransaction(session -> {
            TypedOrder order = session.find(TypedOrder.class, typed.id);
            assertThat(org.hibernate.Hibernate.isInitialized(order.customer)).isFalse();
            org.hibernate.Hibernate.initialize(order.customer);
            assertThat(org.hibernate.Hibernate.unproxy(order.customer, TypedCustomer.class).id)
                    .isEqualTo(typedCustomer.id);
            assertThat(order.referrer).isEqualTo(typedCustomer.id);
            assertThat(order.notes).containsEntry(typedCustomer.id, "note");
            assertThat(order.earlier).containsExactly(typed.id);
            assertThat(session.createSelectionQuery(
                                    "from TypedOrder o where o.customer.id = :id and key(o.notes) = :id",
                                    TypedOrder.class)
                            .setParameter("id", typedCustomer.id)
                            .getResultList())
                    .containsExactly(order);
        });
        List<String> ofTyped = normalized("");
        sent.clear();
        PlainCustomer plainCustomer = new PlainCustomer();
        PlainOrder plain = new PlainOrder();
        plain.customer = plainCustomer;
        factory.inTransaction(session -> {
            session.persist(plainCustomer);
            plain.referrer = plainCustomer.id;
            plain.notes.put(plainCustomer.id, "note");
            session.persist(plain);
            plain.earlier.add(plain.id);
        });
        factory.inTransaction(session -> {
            PlainOrder order = session.find(PlainOrder.class, plain.id);
            org.hibernate.Hibernate.initialize(order.customer);
            assertThat(order.notes).hasSize(1);
            assertThat(order.earlier).hasSize(1);
            session.createSelectionQuery(
                            "from PlainOrder o where o.customer.id = :id and key(o.notes) = :id", PlainOrder.class)
                    .setParameter("id", plainCustomer.id)
                    .getResultList();
        });
        assertThat(ofTyped).isEqualTo(normalized("")).isNotEmpty();
    }

    @Test
    void isMappedAgain() {
        TypedOrder order = new TypedOrder();
        TypedInvoice invoice = new TypedInvoice();
        invoice.order = order;
        factory.inTransaction(session -> {
            session.persist(order);
            session.persist(invoice);
        });
        assertThat(invoice.id).isEqualTo(order.id);
        factory.inTransaction(session ->
                assertThat(session.find(TypedInvoice.class, order.id).order.id).isEqualTo(order.id));
    }

    @Test
    void isInheritedByJoinedTables() {
        TypedCar car = new TypedCar();
        car.doors = 3;
        factory.inTransaction(session -> session.persist(car));
        factory.inTransaction(session -> {
            TypedVehicle found = session.find(TypedVehicle.class, car.id);
            assertThat(found).isInstanceOf(TypedCar.class);
            assertThat(found.id).isEqualTo(car.id);
            assertThat(session.createMutationQuery("update TypedVehicle v set v.label = 'x' where v.id = :id")
                            .setParameter("id", car.id)
                            .executeUpdate())
                    .isOne();
        });
    }

    @Test
    void isPartOfAnIdClass() {
        TypedLine line = new TypedLine();
        line.order = new OrderId(7);
        factory.inTransaction(session -> session.persist(line));
        assertThat(line.number).isNotNull();
        LineKey key = new LineKey();
        key.order = line.order;
        key.number = line.number;
        factory.inTransaction(
                session -> assertThat(session.find(TypedLine.class, key).number).isEqualTo(line.number));
    }

    @Test
    void isPartOfAnEmbeddedId() {
        TypedPart part = new TypedPart();
        part.key.region = 3;
        factory.inTransaction(session -> session.persist(part));
        assertThat(part.key.number).isNotNull();
        factory.inTransaction(session ->
                assertThat(session.find(TypedPart.class, part.key).key.number).isEqualTo(part.key.number));
    }

    @Test
    void isKeptWhereItIsSet() {
        GuidId guid = new GuidId(UUID.fromString("01234567-89ab-7cde-8f01-23456789abcd"));
        factory.inTransaction(session -> {
            TypedGiven set = new TypedGiven();
            set.id = new LongId(42);
            session.persist(set);
            assertThat(set.id).isEqualTo(new LongId(42));
            TypedGiven zero = new TypedGiven();
            zero.id = new LongId(0);
            session.persist(zero);
            assertThat(zero.id).isNotEqualTo(new LongId(0));
            TypedGiven unset = new TypedGiven();
            session.persist(unset);
            assertThat(unset.id).isGreaterThan(zero.id);
            TypedGivenGuid setGuid = new TypedGivenGuid();
            setGuid.id = guid;
            session.persist(setGuid);
            TypedGivenGuid unsetGuid = new TypedGivenGuid();
            session.persist(unsetGuid);
            assertThat(unsetGuid.id).isNotNull();
        });
        factory.inTransaction(session -> {
            assertThat(session.find(TypedGiven.class, new LongId(42))).isNotNull();
            assertThat(session.find(TypedGivenGuid.class, guid).id).isEqualTo(guid);
        });
    }

    @Test
    void fillsAnAttributeThatIsNotTheId() {
        TypedTicket ticket = new TypedTicket();
        factory.inTransaction(session -> session.persist(ticket));
        assertThat(ticket.code).isNotNull();
        factory.inTransaction(session -> assertThat(
                        session.createSelectionQuery("from TypedTicket t where t.code = :code", TypedTicket.class)
                                .setParameter("code", ticket.code)
                                .getSingleResult()
                                .id)
                .isEqualTo(ticket.id));
    }

    @Test
    void isInsertedWithoutASession() {
        TypedLong row = new TypedLong();
        try (StatelessSession session = factory.openStatelessSession()) {
            session.beginTransaction();
            session.insert(TypedLong.class.getName(), row);
            session.getTransaction().commit();
        }
        factory.inTransaction(
                session -> assertThat(session.find(TypedLong.class, row.id).id).isEqualTo(row.id));
    }

    @Test
    void anIdOfAnotherTypeFindsNothing() {
        factory.inSession(session -> {
            assertThatThrownBy(() -> session.find(TypedLong.class, 5L)).hasMessageContaining("LongId");
            assertThatThrownBy(() -> session.find(TypedLong.class, new OrderId(5)))
                    .hasMessageContaining("LongId");
        });
    }
}
