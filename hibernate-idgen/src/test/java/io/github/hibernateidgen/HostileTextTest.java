package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigInteger;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.SessionFactory;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text from outside can forge no line of a log, and no id has a second text that looks like its own. */
class HostileTextTest {

    private static final String LINE = "x\r\n2026-11-22 INFO admin logged in\u2028\u0085\u001b[31m\u202e";
    private static final String SHOWN =
            "x\\u000d\\u000a2026-11-22 INFO admin logged in\\u2028\\u0085\\u001b[31m\\u202e";
    private static final String LONG = "0".repeat(10_000);

    /** Has a k in its text. */
    private static final SealKeys KEYS = SealKeys.parse("k:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        @PublicId(prefix = "tic_", sealed = true)
        Long id;
    }

    record BadgeId(String value) {
        BadgeId {
            if (value.startsWith("x")) {
                throw new IllegalArgumentException(value);
            }
        }
    }

    @Entity(name = "Badge")
    static class Badge {
        @Id
        @SegmentId(assignable = true)
        BadgeId id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SegmentId
        @PublicId(prefix = "inv_", form = IdForm.DIGITS)
        Long id;
    }

    @Entity(name = "Big")
    static class Big {
        @Id
        @SegmentId
        @PublicId(prefix = "big_", form = IdForm.DIGITS)
        @Column(precision = 38, scale = 0)
        BigInteger id;
    }

    @Entity(name = "Bare")
    static class Bare {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "Guid")
    static class Guid {
        @Id
        @CombGuid(assignable = true)
        @Column(columnDefinition = "uuid")
        String id;
    }

    private static SessionFactory factory;
    private static Idgen idgen;

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(Ticket.class, Badge.class, Invoice.class, Big.class, Bare.class, Guid.class)
                .with(IdgenSettings.SEAL_KEYS, KEYS)
                .start();
        idgen = Idgen.of(factory);
    }

    @AfterAll
    static void end() {
        factory.close();
    }

    static Stream<ThrowingCallable> readings() {
        return Stream.of(LINE, LONG + "\n")
                .flatMap(text -> Stream.of(
                        () -> idgen.idText(Ticket.class).read("tic_" + text),
                        () -> idgen.idText(Badge.class).read(text.replace('0', 'x')),
                        () -> idgen.idText(Invoice.class).read(text),
                        () -> idgen.idText(Bare.class).read(text),
                        () -> SnowflakeText.CROCKFORD_BASE32.parse(text),
                        () -> SnowflakeText.DECIMAL.parse(text),
                        () -> SnowflakeText.READABLE.parse(SnowflakeLayout.STANDARD, text),
                        () -> GuidNotation.ULID.parse(text)));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void whatIsThrownIsOneShortLine(ThrowingCallable reading) {
        assertThatIllegalArgumentException().isThrownBy(reading).satisfies(refusal -> {
            assertThat(refusal.getMessage()).matches("[ -~]{1,900}").startsWith("text [");
            assertThat(refusal).hasNoCause();
        });
    }

    @Test
    void theMessageShowsWhatWasGiven() {
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Bare.class).read(LINE))
                .withMessage("text [" + SHOWN + "] is no id of Bare.id; give 1 to 19 digits")
                .satisfies(refusal -> assertThat(refusal.text()).isEqualTo(LINE));
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Bare.class).read(LONG))
                .withMessage("text [" + LONG.substring(0, 100) + "...] is no id of Bare.id; give 1 to 19 digits");
    }

    @Test
    void anIdThatIsSetIsShownInOneShortLineToo() {
        Guid guid = new Guid();
        guid.id = LINE + LONG;
        assertThatExceptionOfType(IdentifierGenerationException.class)
                .isThrownBy(() -> factory.inTransaction(session -> session.persist(guid)))
                .satisfies(refusal ->
                        assertThat(refusal.getMessage()).matches("[ -~]{1,400}").startsWith("Guid.id: [" + SHOWN));
    }

    // One text for each id

    @Test
    void noLetterOutsideOfAsciiStandsForOne() {
        Seal seal = new Seal(KEYS, "tic_");
        long withK = Stream.iterate(1L, id -> id + 1)
                .filter(id -> seal.seal(id).indexOf('k', 1) > 0)
                .findFirst()
                .orElseThrow();
        String text = seal.seal(withK);
        IdText tickets = idgen.idText(Ticket.class);
        assertThat(tickets.read("tic_" + text)).isEqualTo(withK);
        assertThat(tickets.read("tic_" + text.toUpperCase())).isEqualTo(withK);
        for (String forged : new String[] {
            '\u212a' + text.substring(1), "k" + text.substring(1).replace('k', '\u212a')
        }) {
            assertThatExceptionOfType(IdTextException.class)
                    .isThrownBy(() -> tickets.read("tic_" + forged))
                    .withMessageContaining("\\u212a")
                    .withMessageNotContaining("is not set");
        }
    }

    @Test
    void aUlidIsAscii() {
        UUID guid = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4d3");
        String text = GuidNotation.ULID.format(guid);
        assertThat(text).contains("K");
        assertThat(GuidNotation.ULID.parse(text.toLowerCase())).isEqualTo(guid);
        assertThat(GuidNotation.ULID.find(text.replace('K', '\u212a'))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0012", "00", "-0", "+1", "", "\u0661", "99999999999999999999"})
    void aNumberBehindAPrefixHasOneText(String number) {
        assertThatExceptionOfType(IdTextException.class)
                .isThrownBy(() -> idgen.idText(Invoice.class).read("inv_" + number))
                .withMessageEndingWith("is no id of Invoice.id; give [inv_] and 1 to 19 digits");
        if (number.length() < 20) {
            assertThatExceptionOfType(IdTextException.class)
                    .isThrownBy(() -> idgen.idText(Big.class).read("big_" + number));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 12, Long.MAX_VALUE})
    void theOneTextIsRead(long number) {
        IdText text = idgen.idText(Invoice.class);
        assertThat(text.write(number)).isEqualTo("inv_" + number).matches(text.pattern());
        assertThat(text.read("inv_" + number)).isEqualTo(number);
        assertThat(idgen.idText(Big.class).read("big_" + number)).isEqualTo(BigInteger.valueOf(number));
    }

    /** Old rows can have negative numbers, whose plain digits are read and written. */
    @Test
    void aNegativeNumberHasNoTextBehindAPrefix() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idgen.idText(Invoice.class).write(-1L))
                .withMessage("id [-1] is negative; only ids of 0 or more have a text with a prefix");
        IdText bare = idgen.idText(Bare.class);
        assertThat(bare.read(bare.write(-1L))).isEqualTo(-1L);
    }
}
