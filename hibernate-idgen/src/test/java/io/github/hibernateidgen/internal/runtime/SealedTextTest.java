package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids are sealed wherever they become text, and plain in the database. */
class SealedTextTest {

    private static final long NUMBER = 382770312745709588L;
    private static final UUID GUID = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");

    private static final byte[] BYTES = "not a key that anybody should us".getBytes();
    private static final String OLD = "a:" + Base64.getEncoder().encodeToString(BYTES);
    private static final String NEW = "b:"
            + Base64.getEncoder()
                    .encodeToString("another key of 16".substring(1).getBytes());
    private static final SealKeys KEYS = SealKeys.parse(OLD);

    @PublicId(prefix = "ord_", sealed = true)
    record OrderId(long value) {}

    @PublicId(prefix = "cus_", sealed = true)
    record CustomerId(UUID value) {}

    @PublicId(prefix = "inv_", sealed = true)
    record InvoiceId(Integer value) {}

    @PublicId(prefix = "cod-", sealed = true, form = IdForm.BASE32)
    record CodeId(String value) {}

    @PublicId(prefix = "raw_", sealed = true)
    record RawId(byte[] value) {}

    @Entity(name = "Order")
    @jakarta.persistence.Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        OrderId id;
    }

    @Entity(name = "Customer")
    static class Customer {
        @Id
        @CombGuid
        CustomerId id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SegmentId
        InvoiceId id;
    }

    @Entity(name = "Code")
    static class Code {
        @Id
        @SnowflakeId
        @Column(length = 13)
        CodeId id;
    }

    @Entity(name = "RawRow")
    static class RawRow {
        @Id
        @CombGuid
        @Column(length = 16)
        RawId id;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId
        @PublicId(prefix = "pla_", sealed = true)
        Long id;
    }

    @Entity(name = "Big")
    static class Big {
        @Id
        @SnowflakeId(assignable = true)
        @PublicId(prefix = "big_", sealed = true)
        BigInteger id;
    }

    @Entity(name = "Guid")
    static class Guid {
        @Id
        @CombGuid
        @PublicId(prefix = "gui_", sealed = true, form = IdForm.ULID)
        UUID id;
    }

    @Entity(name = "GuidText")
    static class GuidText {
        @Id
        @CombGuid
        @PublicId(prefix = "gtx_", sealed = true, form = IdForm.COMPACT_UUID)
        @Column(length = 32)
        String id;
    }

    @Entity(name = "Digits")
    static class Digits {
        @Id
        @SnowflakeId(text = SnowflakeText.DECIMAL)
        @PublicId(prefix = "dig_", sealed = true, form = IdForm.PADDED_DIGITS)
        @Column(length = 19)
        String id;
    }

    @Entity(name = "Count")
    @jakarta.persistence.Table(name = "counts")
    static class Count {
        @Id
        @SegmentId
        @PublicId(prefix = "cnt_", sealed = true, form = IdForm.DIGITS)
        long id;
    }

    @Entity(name = "CountText")
    static class CountText {
        @Id
        @SegmentId
        @PublicId(prefix = "ctx_", sealed = true, form = IdForm.DIGITS)
        String id;
    }

    @Entity(name = "Generic")
    static class Generic {
        @Id
        @SegmentId
        @PublicId(prefix = "gen_", sealed = true, form = IdForm.DIGITS)
        Long id;
    }

    private static final Class<?>[] ALL = {
        Order.class,
        Customer.class,
        Invoice.class,
        Code.class,
        RawRow.class,
        Plain.class,
        Big.class,
        Guid.class,
        GuidText.class,
        Digits.class,
        Count.class,
        CountText.class,
        Generic.class
    };

    private static SessionFactory factory;
    private static Idgen idgen;

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(ALL).with(IdgenSettings.SEAL_KEYS, OLD).start();
        idgen = Idgen.of(factory);
    }

    @AfterAll
    static void end() {
        factory.close();
    }

    static Stream<Arguments> ids() {
        return Stream.of(
                Arguments.of(Order.class, new OrderId(NUMBER), "ord_", NUMBER),
                Arguments.of(Customer.class, new CustomerId(GUID), "cus_", GUID),
                Arguments.of(Invoice.class, new InvoiceId(17), "inv_", 17L),
                Arguments.of(Code.class, new CodeId("0AKYZJ94WBW0M"), "cod-", NUMBER),
                Arguments.of(
                        RawRow.class,
                        new RawId(new BigInteger("0190ecd24a3b7c5d8e6f708192a3b4c5", 16).toByteArray()),
                        "raw_",
                        GUID),
                Arguments.of(Plain.class, NUMBER, "pla_", NUMBER),
                Arguments.of(Plain.class, -1L, "pla_", -1L),
                Arguments.of(Big.class, BigInteger.valueOf(NUMBER), "big_", NUMBER),
                Arguments.of(Guid.class, GUID, "gui_", GUID),
                Arguments.of(GuidText.class, GUID.toString().replace("-", ""), "gtx_", GUID),
                Arguments.of(Digits.class, "0382770312745709588", "dig_", NUMBER),
                Arguments.of(Count.class, 17L, "cnt_", 17L),
                Arguments.of(CountText.class, "17", "ctx_", 17L),
                Arguments.of(Generic.class, 17L, "gen_", 17L));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void anIdIsSealedWithItsPrefixAsThePurpose(Class<?> entity, Object id, String prefix, Object sealed) {
        Seal seal = new Seal(KEYS, prefix);
        String text = prefix + (sealed instanceof UUID guid ? seal.seal(guid) : seal.seal((Long) sealed));
        IdText written = idgen.idText(entity);
        assertThat(written.isSealed()).isTrue();
        assertThat(written.write(id)).isEqualTo(text).matches(prefix + "a[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(written.read(text)).usingRecursiveComparison().isEqualTo(id);
        assertThat(written.read(prefix + text.substring(prefix.length()).toUpperCase()))
                .usingRecursiveComparison()
                .isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Order.class,
                Customer.class,
                Invoice.class,
                Code.class,
                Plain.class,
                Guid.class,
                GuidText.class,
                Digits.class,
                Count.class,
                CountText.class,
                Generic.class
            })
    void aGeneratedIdIsPlainInTheDatabaseAndFoundByItsText(Class<?> entity) throws Exception {
        Object row = entity.getDeclaredConstructor().newInstance();
        factory.inTransaction(session -> session.persist(row));
        Object id = factory.getPersistenceUnitUtil().getIdentifier(row);
        IdText text = idgen.idText(entity);
        Object read = text.read(text.write(id));
        assertThat(read).isEqualTo(id);
        assertThat(factory.<Object>fromSession(session -> session.find(entity, read)))
                .isNotNull();
    }

    @Test
    void queriesHaveThePlainId() {
        Order order = new Order();
        factory.inTransaction(session -> session.persist(order));
        List<Object> stored = factory.fromSession(session ->
                session.createNativeQuery("select id from orders", Object.class).list());
        assertThat(stored).contains(order.id.value());
        assertThat(factory.<Order>fromSession(session -> session.createSelectionQuery(
                                        "from Order where id = :id", Order.class)
                                .setParameter("id", idgen.idText(Order.class).read(idgen.text(order.id)))
                                .getSingleResult())
                        .id)
                .isEqualTo(order.id);
    }

    // What else has the annotation: a record that is sent instead of the entity

    static class Dto {
        @SnowflakeId
        @PublicId(prefix = "ord_", sealed = true)
        Long order;

        @CombGuid
        @PublicId(prefix = "cus_", sealed = true)
        UUID customer;

        @CombGuid
        @PublicId(prefix = "cus_", sealed = true, form = IdForm.UUID)
        String customerText;

        @SegmentId
        @PublicId(prefix = "inv_", sealed = true)
        int invoice;

        @SegmentId
        @PublicId(prefix = "inv_", sealed = true, form = IdForm.DIGITS)
        String invoiceText;

        @SnowflakeId
        @PublicId(prefix = "ord_", sealed = true, form = IdForm.BASE32)
        String orderText;

        @SnowflakeId
        @PublicId(prefix = "dig_", sealed = true, form = IdForm.PADDED_DIGITS)
        String digits;

        @SnowflakeId
        @PublicId(prefix = "none_", sealed = true)
        Long unknown;

        @CombGuid
        @PublicId(prefix = "ord_", sealed = true)
        UUID otherKind;

        @SnowflakeId
        @PublicId(prefix = "ord_", sealed = true)
        Object noId;
    }

    private static java.util.Optional<IdText> text(String field) throws Exception {
        var declared = Dto.class.getDeclaredField(field);
        Class<?> type = declared.getType();
        return idgen.publicIds().find(field, type, declared.getAnnotation(PublicId.class));
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of("order", NUMBER, new OrderId(NUMBER)),
                Arguments.of("customer", GUID, new CustomerId(GUID)),
                Arguments.of("customerText", GUID.toString(), new CustomerId(GUID)),
                Arguments.of("invoice", 17, new InvoiceId(17)),
                Arguments.of("invoiceText", "17", new InvoiceId(17)),
                Arguments.of("orderText", "0AKYZJ94WBW0M", new OrderId(NUMBER)));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void anAnnotationElsewhereHasTheTextOfTheEntity(String field, Object value, Object id) throws Exception {
        IdText text = text(field).orElseThrow();
        assertThat(text.write(value)).isEqualTo(idgen.text(id));
        assertThat(text.read(idgen.text(id))).isEqualTo(value);
        assertThat(text.path()).isEqualTo(field);
    }

    @Test
    void ofTheSameTypeItIsWrittenAsTheEntitys() throws Exception {
        assertThat(text("digits").orElseThrow().read(idgen.idText(Digits.class).write("0382770312745709588")))
                .isEqualTo("0382770312745709588");
    }

    @Test
    void anAnnotationThatNoEntityHasIsNeverPlain() throws Exception {
        assertThat(text("unknown").orElseThrow().write(NUMBER))
                .isEqualTo("none_" + new Seal(KEYS, "none_").seal(NUMBER));
        assertThat(text("otherKind").orElseThrow().write(GUID)).isEqualTo("ord_" + new Seal(KEYS, "ord_").seal(GUID));
        assertThat(text("noId")).isEmpty();
        PublicId annotation = Dto.class.getDeclaredField("order").getAnnotation(PublicId.class);
        IdText withoutKey =
                new PublicIds().find("order", Long.class, annotation).orElseThrow();
        assertThatIllegalStateException()
                .isThrownBy(() -> withoutKey.write(NUMBER))
                .withMessage("text with prefix [ord_] is sealed, but no key is set; give PublicIds the SealKeys");
    }

    // What is refused

    static Stream<Arguments> refused() {
        String give = "; give [ord_] and the name of a key and 26 characters of Base32, as the text was written";
        String no = "] is no id of Order.id";
        String other = "pla_" + new Seal(KEYS, "pla_").seal(NUMBER);
        String relabelled = "ord_" + other.substring(4);
        String damaged = "ord_" + new Seal(KEYS, "ord_").seal(NUMBER).replaceAll(".$", "-");
        String unknown = "ord_" + new Seal(SealKeys.parse(NEW), "ord_").seal(NUMBER);
        return Stream.of(
                Arguments.of(other, no + ": each id begins with [ord_]" + give),
                Arguments.of(relabelled, no + give),
                Arguments.of(damaged, no + give),
                Arguments.of(unknown, no + ": its key [b] is not set" + give),
                Arguments.of("ord_0AKYZJ94WBW0M", no + give),
                Arguments.of("382770312745709588", no + ": each id begins with [ord_]" + give),
                Arguments.of("", no + ": each id begins with [ord_]" + give),
                Arguments.of("ord_", no + give));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatWasNotSealedForItIsRefused(String text, String message) {
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Order.class).read(text))
                .withMessage("text [" + text + message);
    }

    /** Sealed for the purpose, and no id of this attribute all the same: nothing tells what was inside. */
    @Test
    void aRefusalTellsNothingOfTheId() {
        String negative = "dig_" + new Seal(KEYS, "dig_").seal(-NUMBER);
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Digits.class).read(negative))
                .satisfies(refusal -> assertThat(printed(refusal)).doesNotContain(Long.toString(NUMBER)));
        String large = "inv_" + new Seal(KEYS, "inv_").seal(NUMBER);
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Invoice.class).read(large))
                .satisfies(refusal -> assertThat(printed(refusal)).doesNotContain(Long.toString(NUMBER)));
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void anIdThatWouldComeBackInAnotherFormIsNotWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.text(new CodeId("0akyzj94wbw0m")))
                .withMessage("[0akyzj94wbw0m] would be read back as [0AKYZJ94WBW0M]; write this form to the column,"
                        + " too");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.idText(GuidText.class).write(GUID.toString()));
        assertThatIllegalArgumentException().isThrownBy(() -> idgen.text(new CodeId("x")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.idText(Big.class).write(BigInteger.TWO.pow(64)));
    }

    // Rotation, and the time of a move

    @Test
    void keysAreChangedWhileTextsAreInUse() {
        String old = idgen.text(new OrderId(NUMBER));
        String written;
        try (SessionFactory both = Hibernate.onH2(Order.class)
                .with(IdgenSettings.SEAL_KEYS, NEW + ", " + OLD)
                .start()) {
            written = Idgen.of(both).text(new OrderId(NUMBER));
            assertThat(written).startsWith("ord_b").isNotEqualTo(old);
            assertThat(Idgen.of(both).idText(Order.class).read(old)).isEqualTo(new OrderId(NUMBER));
            assertThat(Idgen.of(both).idText(Order.class).read(written)).isEqualTo(new OrderId(NUMBER));
        }
        try (SessionFactory afterwards =
                Hibernate.onH2(Order.class).with(IdgenSettings.SEAL_KEYS, NEW).start()) {
            assertThat(Idgen.of(afterwards).idText(Order.class).read(written)).isEqualTo(new OrderId(NUMBER));
            assertThatExceptionOfType(IdTextException.class)
                    .isThrownBy(() -> Idgen.of(afterwards).idText(Order.class).read(old))
                    .withMessageContaining("its key [a] is not set");
        }
    }

    static Stream<Arguments> plain() {
        return Stream.of(
                Arguments.of(Order.class, new OrderId(NUMBER), "ord_0AKYZJ94WBW0M"),
                Arguments.of(Order.class, new OrderId(NUMBER), "382770312745709588"),
                Arguments.of(Customer.class, new CustomerId(GUID), "cus_" + GUID),
                Arguments.of(
                        Customer.class, new CustomerId(GUID), GUID.toString().replace("-", "")),
                Arguments.of(Guid.class, GUID, "gui_" + GuidNotation.ULID.format(GUID)),
                Arguments.of(Guid.class, GUID, GUID.toString()),
                Arguments.of(Invoice.class, new InvoiceId(17), "inv_17"),
                Arguments.of(Invoice.class, new InvoiceId(17), "17"),
                Arguments.of(CountText.class, "17", "17"),
                Arguments.of(Code.class, new CodeId("0AKYZJ94WBW0M"), "0AKYZJ94WBW0M"),
                Arguments.of(GuidText.class, GUID.toString().replace("-", ""), GUID.toString()));
    }

    @Test
    void plainTextIsLetInForTheTimeOfAMove() {
        try (LogCapture log = new LogCapture();
                SessionFactory moving = Hibernate.onH2(ALL)
                        .with(IdgenSettings.SEAL_KEYS, KEYS)
                        .with(IdgenSettings.SEAL_ACCEPT_PLAIN, true)
                        .start()) {
            plain().forEach(arguments -> {
                Class<?> entity = (Class<?>) arguments.get()[0];
                IdText text = Idgen.of(moving).idText(entity);
                assertThat(text.read((String) arguments.get()[2]))
                        .isEqualTo(arguments.get()[1]);
                assertThat(text.read(text.write(arguments.get()[1])))
                        .isEqualTo(arguments.get()[1]);
                assertThat(text.write(arguments.get()[1])).startsWith(text.prefix() + "a");
                assertThatExceptionOfType(IdTextException.class)
                        .isThrownBy(() ->
                                idgen.idText(entity).read((String) arguments.get()[2]));
            });
            assertThat(log.warnings())
                    .contains(
                            "Order.id: plain ids are accepted in place of sealed text, so a client can send an id that"
                                    + " it was never given; remove hibernate.idgen.seal.accept-plain once no client"
                                    + " sends plain ids");
            assertThatExceptionOfType(IdTextException.class)
                    .isThrownBy(() -> Idgen.of(moving).idText(CountText.class).read("ctx_x"));
        }
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId
        @PublicId(prefix = "4", sealed = true, form = IdForm.DIGITS)
        Long id;
    }

    static Stream<Notation> ambiguous() {
        return Stream.of(
                Notation.of(Long.class, "4", true, IdForm.DIGITS),
                Notation.of(Integer.class, "42", true, IdForm.AUTO),
                Notation.of(String.class, "007", true, IdForm.DIGITS),
                Notation.of(BigInteger.class, "-", true, IdForm.DIGITS),
                Notation.of(Long.class, "4", true, IdForm.PADDED_DIGITS),
                Notation.of(Long.class, "123456", true, IdForm.BASE32),
                Notation.of(UUID.class, "facade", true, IdForm.ULID));
    }

    static Stream<Notation> distinct() {
        return Stream.of(
                Notation.of(Long.class, "4_", true, IdForm.DIGITS),
                Notation.of(Long.class, "a", true, IdForm.DIGITS),
                Notation.of(Long.class, "1234567", true, IdForm.BASE32),
                Notation.of(String.class, "4", true, IdForm.BASE32),
                Notation.of(UUID.class, "facade", true, IdForm.UUID),
                Notation.of(UUID.class, "faca", true, IdForm.ULID));
    }

    @ParameterizedTest
    @MethodSource("ambiguous")
    void aPlainIdMayBeginWithThePrefix(Notation notation) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> notation.sealed(SealedTextTest::seal, true))
                .withMessageStartingWith("plain ids are accepted, and a plain id may begin with prefix [")
                .withMessageEndingWith("such as [" + notation.prefix() + "_]");
        assertThat(notation.sealed(SealedTextTest::seal, false)).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("distinct")
    void noPlainIdIsATextWithThePrefix(Notation notation) {
        assertThat(notation.sealed(SealedTextTest::seal, true)).isNotNull();
    }

    private static Seal seal() {
        throw new AssertionError("no text is read");
    }

    /** Plain 4217 was read as id 217. */
    @Test
    void aPrefixWithWhichAPlainIdMayBeginIsRejectedWherePlainTextIsAccepted() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(Ticket.class)
                        .with(IdgenSettings.SEAL_KEYS, KEYS)
                        .with(IdgenSettings.SEAL_ACCEPT_PLAIN, true)
                        .start())
                .withMessage(
                        "Ticket.id [@PublicId]: plain ids are accepted, and a plain id may begin with prefix [4], so"
                                + " it would be read without its first characters; give another prefix, such as [4_]");
        try (SessionFactory sealed =
                Hibernate.onH2(Ticket.class).with(IdgenSettings.SEAL_KEYS, KEYS).start()) {
            IdText text = Idgen.of(sealed).idText(Ticket.class);
            assertThat(text.read(text.write(4217L))).isEqualTo(4217L);
        }
    }

    // At start-up

    @Test
    void withoutAKeyTheStartStops() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(Order.class).start())
                .withMessage(
                        "Order.id [sealed = true]: no key is set to seal the text with; make a key with [idgen seal"
                                + " new-key] or [openssl rand -base64 32], and set hibernate.idgen.seal.keys to a name"
                                + " and the key, as in a:KEY");
    }

    /** As in Quarkus, which reads the mapping while it builds the application. */
    @Test
    void theKeyMayComeWithTheSessionFactory() {
        try (SessionFactory late = Hibernate.onH2(Order.class)
                .atRunTime(IdgenSettings.SEAL_KEYS, OLD)
                .start()) {
            assertThat(Idgen.of(late).text(new OrderId(NUMBER))).isEqualTo(idgen.text(new OrderId(NUMBER)));
        }
    }

    @Test
    void aKeyIsFetchedAsTheApplicationStarts() {
        SealKeys failing = SealKeys.of("a", () -> {
            throw new IllegalStateException("the service is down");
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Hibernate.onH2(Order.class)
                        .with(IdgenSettings.SEAL_KEYS, failing)
                        .start())
                .withMessage("the service is down");
    }

    @Entity(name = "Bare")
    static class Bare {
        @Id
        @SegmentId
        @PublicId(sealed = true, form = IdForm.DIGITS)
        Long id;
    }

    @Entity(name = "Own")
    static class Own {
        @Id
        @SnowflakeId(assignable = true)
        @PublicId(prefix = "own_", sealed = true)
        @Column(length = 20)
        String id;
    }

    @Entity(name = "UpperCase")
    static class UpperCase {
        @Id
        @CombGuid
        @PublicId(prefix = "Ord_", form = IdForm.TYPE_ID)
        UUID id;
    }

    @Entity(name = "OwnText")
    static class OwnText {
        @Id
        @CombGuid(assignable = true)
        @PublicId(form = IdForm.ULID)
        @Column(length = 40)
        String id;
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        Bare.class,
                        "Bare.id [@PublicId]: sealed text needs a prefix, so that a text opens only as an id of its"
                                + " class; add prefix = \"...\""),
                Arguments.of(
                        Own.class,
                        "Own.id [@PublicId]: a String holds any text, but only values of 64 or 128 bits can be sealed;"
                                + " give the form in which the String is written, such as form = BASE32"),
                Arguments.of(
                        UpperCase.class,
                        "UpperCase.id [@PublicId]: prefix [Ord_] is not valid: the prefix of a TypeID has lower-case"
                                + " letters, and '_' between them and at the end; give such a prefix, or another form"),
                Arguments.of(
                        OwnText.class,
                        "OwnText.id [@PublicId]: an assignable String holds any text, but a form and sealed text hold"
                                + " 64 or 128 bits; remove assignable, or form and sealed"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMappingThatCannotBeSealedIsRefused(Class<?> entity, String message) {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(entity)
                        .with(IdgenSettings.SEAL_KEYS, OLD)
                        .start())
                .withMessage(message);
    }

    // Nothing shows a key

    private static final String SECRET = OLD.substring(2);

    static Stream<Arguments> wrongKeys() {
        return Stream.of(
                Arguments.of(IdgenSettings.SEAL_KEYS, SECRET),
                Arguments.of(IdgenSettings.SEAL_KEYS, SECRET + ":a"),
                Arguments.of(IdgenSettings.SEAL_KEYS, "a:" + SECRET + "=="),
                Arguments.of(IdgenSettings.SEAL_KEYS, "a:" + SECRET + ",a:" + SECRET),
                Arguments.of(IdgenSettings.SEAL_KEYS, "a:" + SECRET + SECRET.substring(1)),
                Arguments.of(IdgenSettings.SEAL_KEYS, List.of(OLD)),
                Arguments.of("hibernate.idgen.seal.key", OLD),
                Arguments.of("hibernate.idgen.seals.keys", OLD),
                Arguments.of("hibernate.idgen.keys", OLD),
                Arguments.of("hibernate.idgen.seal.keys.a", SECRET));
    }

    @ParameterizedTest
    @MethodSource("wrongKeys")
    void noMessageHasAKey(String setting, Object value) {
        try (LogCapture log = new LogCapture()) {
            assertThatExceptionOfType(IdgenConfigurationException.class)
                    .isThrownBy(() ->
                            Hibernate.onH2(Order.class).with(setting, value).start())
                    .satisfies(refusal -> {
                        assertThat(printed(refusal)).doesNotContain(SECRET.substring(0, 12));
                        assertThat(refusal.getMessage()).startsWith(setting + " [hidden]: ");
                        assertThat(refusal.value()).isEqualTo("hidden");
                    });
            assertThat(log.messages().toString()).doesNotContain(SECRET.substring(0, 12));
        }
    }

    static Stream<Object> keys() {
        return Stream.of(OLD, KEYS, SealKeys.of("a", () -> new SecretKeySpec(BYTES, "AES")));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void noLogAndNoObjectShowsAKey(Object keys) {
        try (LogCapture log = new LogCapture();
                SessionFactory sealed = Hibernate.onH2(Order.class)
                        .with(IdgenSettings.SEAL_KEYS, keys)
                        .start()) {
            Idgen of = Idgen.of(sealed);
            assertThat(of.text(new OrderId(NUMBER))).isEqualTo(idgen.text(new OrderId(NUMBER)));
            assertThat(log.messages().toString() + of.attributes() + of.publicIds() + of.idText(Order.class))
                    .contains("Order.id: its text is sealed with key [a]")
                    .doesNotContain(SECRET)
                    .doesNotContain(new String(BYTES));
        }
    }

    @Test
    void whatIsNoKeyIsShown() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(Order.class)
                        .with(IdgenSettings.SEAL_ACCEPT_PLAIN, "maybe")
                        .start())
                .withMessage("hibernate.idgen.seal.accept-plain [maybe]: use true or false");
    }
}
