package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.math.BigInteger;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of an id follows from the annotation, the type and the keys, without Hibernate. */
class PublicIdsTest {

    private static final long NUMBER = 382770312745709588L;
    private static final UUID GUID = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");
    private static final SealKeys KEYS = SealKeys.parse("a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

    private final PublicIds ids = new PublicIds(KEYS);

    @PublicId
    record Bare(long value) {}

    @PublicId(prefix = "ord_")
    record Prefixed(Long value) {}

    @PublicId(prefix = "inv_", form = IdForm.DIGITS)
    record Digits(BigInteger value) {}

    @PublicId(prefix = "p.", form = IdForm.PADDED_DIGITS)
    record Padded(long value) {}

    @PublicId(prefix = "sub_")
    static class Super {}

    static final class Sub extends Super {
        final long value;

        Sub(long value) {
            this.value = value;
        }
    }

    /** Otherwise JSON would have the plain number of a subclass. */
    @Test
    void aSubclassInheritsTheAnnotation() {
        assertThat(PublicIds.isPublicId(Sub.class)).isTrue();
    }

    @PublicId(prefix = "n_")
    record Small(int value) {}

    @PublicId(prefix = "cus_")
    record Guid(UUID value) {}

    @PublicId(prefix = "order_", form = IdForm.TYPE_ID)
    record TypeId(UUID value) {}

    @PublicId(form = IdForm.ULID)
    record Ulid(UUID value) {}

    @PublicId(prefix = "any_")
    record Any(String value) {}

    @PublicId(prefix = "g_", form = IdForm.COMPACT_UUID)
    record Compact(String value) {}

    @PublicId(prefix = "g_", form = IdForm.UPPER_UUID)
    record Upper(String value) {}

    @PublicId(prefix = "ord_", sealed = true)
    record Sealed(long value) {}

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of(new Bare(NUMBER), "382770312745709588"),
                Arguments.of(new Bare(-7), "-7"),
                Arguments.of(new Prefixed(NUMBER), "ord_0AKYZJ94WBW0M"),
                Arguments.of(new Digits(BigInteger.valueOf(17)), "inv_17"),
                Arguments.of(new Padded(NUMBER), "p.0382770312745709588"),
                Arguments.of(new Small(17), "n_17"),
                Arguments.of(new Guid(GUID), "cus_" + GUID),
                Arguments.of(new TypeId(GUID), "order_01j3pd4jhvfherwvvgg69a7d65"),
                Arguments.of(new Ulid(GUID), "01J3PD4JHVFHERWVVGG69A7D65"),
                Arguments.of(new Any("mine"), "any_mine"),
                Arguments.of(new Compact("0190ecd24a3b7c5d8e6f708192a3b4c5"), "g_0190ecd24a3b7c5d8e6f708192a3b4c5"),
                Arguments.of(
                        new Upper("0190ECD2-4A3B-7C5D-8E6F-708192A3B4C5"), "g_0190ECD2-4A3B-7C5D-8E6F-708192A3B4C5"),
                Arguments.of(new Sealed(NUMBER), "ord_a0sep7g4qm45r6s2y3f3qc4y1kd"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void anIdIsWrittenAndRead(Object id, String text) {
        assertThat(ids.write(id)).isEqualTo(text);
        assertThat((Object) ids.read(id.getClass(), text)).isEqualTo(id);
        IdText known = ids.find(id.getClass()).orElseThrow();
        assertThat(text).matches(known.pattern());
        assertThat(known.example()).matches(known.pattern());
        assertThatExceptionOfType(IdTextException.class).isThrownBy(() -> known.read(""));
    }

    record Without(long value) {}

    @Test
    void aClassWithoutTheAnnotationHasNoText() {
        assertThat(ids.find(Without.class)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.write(new Without(5)))
                .withMessage(
                        Without.class.getName() + " has no @PublicId, so its ids have no text; annotate the class");
    }

    static class Dto {
        @PublicId(prefix = "ord_", sealed = true)
        Long order;

        @PublicId(prefix = "ord_")
        Sealed typed;

        @PublicId(prefix = "x_")
        Without without;

        @PublicId(prefix = "x_")
        Object other;

        @PublicId(prefix = "x_", form = IdForm.ULID)
        Long misfit;

        @PublicId(prefix = "x_", sealed = true)
        String text;
    }

    private java.util.Optional<IdText> find(String field) throws NoSuchFieldException {
        var declared = Dto.class.getDeclaredField(field);
        return ids.find(field, declared.getType(), declared.getAnnotation(PublicId.class));
    }

    @Test
    void aValueHasTheTextOfTheAnnotationAtItsPlace() throws Exception {
        assertThat(find("order").orElseThrow().write(NUMBER)).isEqualTo(ids.write(new Sealed(NUMBER)));
        assertThat(find("typed").orElseThrow().write(new Sealed(NUMBER))).isEqualTo(ids.write(new Sealed(NUMBER)));
        assertThat(find("other")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find("without"))
                .withMessageEndingWith("where other code that has such an id does not find it; annotate the class");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find("misfit"))
                .withMessage("form [ULID] does not suit the type java.lang.Long; give DIGITS, PADDED_DIGITS or BASE32,"
                        + " or leave the form out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find("text"))
                .withMessageContaining("give the form in which the String is written");
    }

    @PublicId(prefix = "ord_", sealed = true)
    record OtherSealed(long value) {}

    @Test
    void twoClassesWithOneSealedPrefixAreRejected() {
        ids.write(new Sealed(NUMBER));
        assertThatIllegalStateException()
                .isThrownBy(() -> ids.write(new OtherSealed(NUMBER)))
                .withMessageStartingWith(OtherSealed.class.getName() + " and " + Sealed.class.getName()
                        + " are sealed with prefix [ord_]");
        assertThatIllegalStateException().isThrownBy(() -> ids.read(OtherSealed.class, ids.write(new Sealed(NUMBER))));
    }

    @Test
    void withoutAKeyNothingIsWritten() {
        PublicIds keyless = new PublicIds();
        assertThat(keyless.write(new Prefixed(NUMBER))).isEqualTo("ord_0AKYZJ94WBW0M");
        assertThatIllegalStateException().isThrownBy(() -> keyless.write(new Sealed(NUMBER)));
        assertThatIllegalStateException()
                .isThrownBy(() -> keyless.read(Sealed.class, "ord_a0sep7g4qm45r6s2y3f3qc4y1kd"));
    }

    @PublicId
    record Two(long one, long two) {}

    @Test
    void aClassThatIsNoTypedIdIsRejectedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.find(Two.class))
                .withMessageStartingWith("class " + Two.class.getName() + " has components one and two");
    }
}
