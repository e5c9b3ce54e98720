package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.math.BigInteger;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids as text outside of the database: what is written is read again, and nothing else is. */
class IdTextTest {

    private static final long NUMBER = 382770312745709588L;
    private static final UUID GUID = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");

    @PublicId(prefix = "ord_")
    record OrderId(long value) {}

    @PublicId(prefix = "lbl-", form = IdForm.BASE32)
    record LabelId(String value) {}

    @PublicId(prefix = "bdg_")
    record BadgeId(UUID value) {}

    record RawId(byte[] value) {}

    record CountId(int value) {}

    record BareId(Long value) {}

    @Entity(name = "Order")
    @jakarta.persistence.Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        OrderId id;
    }

    @Entity(name = "Bare")
    static class Bare {
        @Id
        @SnowflakeId
        BareId id;
    }

    @Entity(name = "Label")
    static class Label {
        @Id
        @SnowflakeId
        @Column(length = 13)
        LabelId id;
    }

    @Entity(name = "Badge")
    static class Badge {
        @Id
        @CombGuid
        BadgeId id;
    }

    @Entity(name = "RawRow")
    static class RawRow {
        @Id
        @CombGuid
        @Column(length = 16)
        RawId id;
    }

    @Entity(name = "CountRow")
    static class CountRow {
        @Id
        @SegmentId
        CountId id;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId
        @PublicId(prefix = "p.", form = IdForm.PADDED_DIGITS)
        Long id;
    }

    @Entity(name = "PlainGuid")
    static class PlainGuid {
        @Id
        @CombGuid
        @PublicId(prefix = "g_", form = IdForm.COMPACT_UUID)
        @Column(length = 32)
        String id;
    }

    @Entity(name = "Big")
    static class Big {
        @Id
        @SnowflakeId
        BigInteger id;
    }

    @Entity(name = "Own")
    static class Own {
        @Id
        @SnowflakeId(assignable = true)
        @PublicId(prefix = "own_")
        @Column(length = 20)
        String id;
    }

    @Entity(name = "Generic")
    static class Generic {
        @Id
        @SnowflakeId
        @PublicId(prefix = "gen_")
        Long id;
    }

    private static SessionFactory factory;
    private static Idgen idgen;

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(
                        Order.class,
                        Bare.class,
                        Label.class,
                        Badge.class,
                        RawRow.class,
                        CountRow.class,
                        Plain.class,
                        PlainGuid.class,
                        Big.class,
                        Own.class,
                        Generic.class)
                .start();
        idgen = Idgen.of(factory);
    }

    @AfterAll
    static void end() {
        factory.close();
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of(Order.class, new OrderId(NUMBER), "ord_0AKYZJ94WBW0M"),
                Arguments.of(Bare.class, new BareId(NUMBER), "382770312745709588"),
                Arguments.of(Bare.class, new BareId(-7L), "-7"),
                Arguments.of(Label.class, new LabelId("0AKYZJ94WBW0M"), "lbl-0AKYZJ94WBW0M"),
                Arguments.of(Badge.class, new BadgeId(GUID), "bdg_0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5"),
                Arguments.of(RawRow.class, new RawId(bytes()), "0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5"),
                Arguments.of(CountRow.class, new CountId(12), "12"),
                Arguments.of(Plain.class, NUMBER, "p.0382770312745709588"),
                Arguments.of(PlainGuid.class, GUID.toString().replace("-", ""), "g_0190ecd24a3b7c5d8e6f708192a3b4c5"),
                Arguments.of(Big.class, BigInteger.valueOf(NUMBER), "382770312745709588"),
                Arguments.of(Own.class, "mine", "own_mine"),
                Arguments.of(Generic.class, NUMBER, "gen_0AKYZJ94WBW0M"));
    }

    private static byte[] bytes() {
        return new BigInteger("0190ecd24a3b7c5d8e6f708192a3b4c5", 16).toByteArray();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void whatIsWrittenIsRead(Class<?> entity, Object id, String text) {
        assertThat(idgen.idText(entity).write(id)).isEqualTo(text);
        assertThat(idgen.idText(entity).read(text)).usingRecursiveComparison().isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Order.class,
                Bare.class,
                Label.class,
                Badge.class,
                RawRow.class,
                Plain.class,
                PlainGuid.class,
                Big.class,
                Own.class,
                Generic.class
            })
    void aGeneratedIdIsReadAgain(Class<?> entity) {
        Object id = Hibernate.nextId(factory, entity);
        IdText text = idgen.idText(entity);
        assertThat(text.write(id)).startsWith(text.prefix()).matches("[A-Za-z0-9._~-]+");
        assertThat(text.read(text.write(id))).usingRecursiveComparison().isEqualTo(id);
        assertThat(text.type()).isEqualTo(id.getClass());
    }

    /** For documents: what is written has the pattern, and the example is read. */
    @ParameterizedTest
    @MethodSource("texts")
    void thePatternIsOfWhatIsWritten(Class<?> entity, Object id, String written) {
        IdText text = idgen.idText(entity);
        assertThat(written).matches(text.pattern());
        assertThat(text.example()).matches(text.pattern()).isEqualTo(text.write(text.read(text.example())));
        assertThat("x" + text.example()).doesNotMatch(text.pattern());
        assertThat(text.pattern()).startsWith("^").endsWith("$");
    }

    @Test
    void aReadablePatternIsOfItsLayout() {
        try (SessionFactory dated = Hibernate.onH2(Dated.class).start()) {
            IdText text = Idgen.of(dated).idText(Dated.class);
            assertThat(text.example()).matches(text.pattern()).isEqualTo(text.write(text.read(text.example())));
            assertThat(text.write(Hibernate.nextId(dated, Dated.class))).matches(text.pattern());
            assertThat("p_" + text.example()).doesNotMatch(text.pattern());
        }
    }

    @Entity(name = "Dated")
    static class Dated {
        @Id
        @SnowflakeId(layout = "javascript", text = SnowflakeText.READABLE)
        String id;
    }

    @Test
    void aClassOfIdsTellsItsText() {
        assertThat(idgen.text(new OrderId(NUMBER))).isEqualTo("ord_0AKYZJ94WBW0M");
        OrderId id = idgen.parse(OrderId.class, "ord_0AKYZJ94WBW0M");
        assertThat(id).isEqualTo(new OrderId(NUMBER));
        assertThat(idgen.parse(OrderId.class, "ord_oakyzj94wbwom")).isEqualTo(new OrderId(NUMBER));
        assertThatIllegalArgumentException().isThrownBy(() -> idgen.text(NUMBER));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.idText(Order.class).write(NUMBER))
                .withMessage("[" + NUMBER + "] of java.lang.Long is no id of Order.id, whose ids are of "
                        + OrderId.class.getName());
        assertThatIllegalArgumentException().isThrownBy(() -> idgen.text(new BareId(null)));
    }

    @Test
    void whatIsReadHasTheTypeThatIsAskedFor() {
        OrderId id = idgen.parse(Order.class, OrderId.class, "ord_0AKYZJ94WBW0M");
        assertThat(id.value()).isEqualTo(NUMBER);
        long number = idgen.parse(Plain.class, Long.class, "p.0382770312745709588");
        assertThat(number).isEqualTo(NUMBER);
        assertThat(idgen.parse(Plain.class, long.class, "p.7")).isEqualTo(7);
        assertThat(idgen.parse(Label.class, Object.class, "lbl-0AKYZJ94WBW0M")).isEqualTo(new LabelId("0AKYZJ94WBW0M"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.parse(Order.class, "ord_0AKYZJ94WBW0M"))
                .withMessage("[" + Order.class.getName() + "] was asked for, but the type of Order.id is "
                        + OrderId.class.getName() + "; ask for this type, as in parse(Order.class, Long.class, text)");
        assertThatIllegalArgumentException().isThrownBy(() -> idgen.parse(Plain.class, Integer.class, "x"));
        assertThatExceptionOfType(IdTextException.class).isThrownBy(() -> idgen.parse(Plain.class, Long.class, "x"));
    }

    record LineKey(String product, Long number) {}

    @Entity(name = "Line")
    @IdClass(LineKey.class)
    static class Line {
        @Id
        String product;

        @Id
        @SnowflakeId
        Long number;
    }

    /** Which of several parts was meant, only the caller knows. */
    @Test
    void theTextOfACompositeIdIsOfAPartThatIsNamed() {
        try (SessionFactory lines = Hibernate.onH2(Line.class).start()) {
            Idgen ofLines = Idgen.of(lines);
            assertThat(ofLines.idText(Line.class, "number").write(NUMBER)).isEqualTo("382770312745709588");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofLines.idText(Line.class))
                    .withMessageStartingWith("the id of [Line] is composite; name one of the attributes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofLines.text(NUMBER))
                    .withMessage("[java.lang.Long] is no entity of this session factory; give the class of a mapped"
                            + " entity, or for text a class with @PublicId");
        }
    }

    static Stream<Arguments> refused() {
        String base32 = "13 characters of Crockford's Base32, the first at most 7";
        String guid = "a GUID: 32 hexadecimal digits, with the four hyphens or without";
        return Stream.of(
                Arguments.of(
                        Order.class,
                        "cus_0AKYZJ94WBW0M",
                        "text [cus_0AKYZJ94WBW0M] is no id of Order.id: each id begins with [ord_]; give [ord_] and "
                                + base32),
                Arguments.of(
                        Order.class,
                        "0AKYZJ94WBW0M",
                        "text [0AKYZJ94WBW0M] is no id of Order.id: each id begins with [ord_]; give [ord_] and "
                                + base32),
                Arguments.of(
                        Order.class,
                        "ORD_0AKYZJ94WBW0M",
                        "text [ORD_0AKYZJ94WBW0M] is no id of Order.id: each id begins with [ord_]; give [ord_] and "
                                + base32),
                Arguments.of(Order.class, "ord_", "text [ord_] is no id of Order.id; give [ord_] and " + base32),
                Arguments.of(
                        Order.class,
                        "ord_0AKYZJ94WBW0",
                        "text [ord_0AKYZJ94WBW0] is no id of Order.id; give [ord_] and " + base32),
                Arguments.of(
                        Order.class,
                        "ord_9AKYZJ94WBW0M",
                        "text [ord_9AKYZJ94WBW0M] is no id of Order.id; give [ord_] and " + base32),
                Arguments.of(Bare.class, "", "text [] is no id of Bare.id; give 1 to 19 digits"),
                Arguments.of(
                        Bare.class,
                        "9223372036854775808",
                        "text [9223372036854775808] is no id of Bare.id; give 1 to 19 digits"),
                Arguments.of(Bare.class, "+5", "text [+5] is no id of Bare.id; give 1 to 19 digits"),
                Arguments.of(
                        CountRow.class, "2147483648", "text [2147483648] is no id of CountRow.id; give 1 to 19 digits"),
                Arguments.of(
                        Label.class, "lbl-short", "text [lbl-short] is no id of Label.id; give [lbl-] and " + base32),
                Arguments.of(
                        Badge.class,
                        "bdg_1-1-1-1-1",
                        "text [bdg_1-1-1-1-1] is no id of Badge.id; give [bdg_] and " + guid),
                Arguments.of(RawRow.class, "x", "text [x] is no id of RawRow.id; give " + guid),
                Arguments.of(Own.class, "own_", "text [own_] is no id of Own.id; give [own_] and text"),
                Arguments.of(
                        Big.class,
                        "1".repeat(300),
                        "text [" + "1".repeat(100) + "...] is no id of Big.id; give 1 to 38 digits"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoIdIsRefused(Class<?> entity, String text, String message) {
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(entity).read(text))
                .withMessage(message)
                .satisfies(refusal -> {
                    assertThat(refusal.text()).isEqualTo(text);
                    assertThat(refusal.path()).isEqualTo(idgen.idText(entity).path());
                    assertThat(message).endsWith("give " + refusal.expected());
                });
    }

    // At start-up

    @Entity(name = "Spaced")
    static class Spaced {
        @Id
        @SnowflakeId
        @PublicId(prefix = "no way ")
        Long id;
    }

    @Test
    void aPrefixThatAnAddressWouldEscapeIsRefused() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(Spaced.class).start())
                .withMessage(
                        "Spaced.id [@PublicId]: prefix [no way ] is not valid: a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which need"
                                + " no escape in a URL; give such a prefix");
    }
}
