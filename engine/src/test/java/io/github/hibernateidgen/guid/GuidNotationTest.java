package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of a GUID's text; those of TypeID by the vectors of its specification, version 0.3.0. */
class GuidNotationTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            00000000000000000000000000, 00000000-0000-0000-0000-000000000000
            00000000000000000000000001, 00000000-0000-0000-0000-000000000001
            0000000000000000000000000a, 00000000-0000-0000-0000-00000000000a
            0000000000000000000000000g, 00000000-0000-0000-0000-000000000010
            00000000000000000000000010, 00000000-0000-0000-0000-000000000020
            7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff
            0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19
            01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057
            """)
    void isAsTheSpecificationOfTypeIdHasIt(String text, UUID guid) {
        assertThat(GuidNotation.TYPE_ID.format(guid)).isEqualTo(text);
        assertThat(GuidNotation.TYPE_ID.parse(text)).isEqualTo(guid);
        assertThat(GuidNotation.ULID.format(guid)).isEqualTo(text.toUpperCase(Locale.ROOT));
        assertThat(GuidNotation.ULID.parse(text)).isEqualTo(guid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1234567890123456789012345",
                "123456789012345678901234567",
                "1234567890123456789012345 ",
                "0123456789ABCDEFGHJKMNPQRS",
                "123456789-123456789-123456",
                "ooooooiiiiiiuuuuuuulllllll",
                "i23456789ol23456789oi23456",
                "123456789-0123456789-0123456",
                "8zzzzzzzzzzzzzzzzzzzzzzzzz"
            })
    void refusesWhatTheSpecificationOfTypeIdRefuses(String text) {
        assertThat(GuidNotation.TYPE_ID.find(text)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuidNotation.TYPE_ID.parse(text))
                .withMessage("text [" + text
                        + "] does not have this form; give 26 characters of Base32 in lower case, the first at most 7");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenIsRead(GuidNotation notation) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            UUID guid = new UUID(random.nextLong(), random.nextLong());
            assertThat(notation.parse(notation.format(guid)))
                    .as("seed %d", seed)
                    .isEqualTo(guid);
        }
    }

    @Test
    void aGuidMayLackAllItsHyphens() {
        UUID guid = UUID.fromString("0110c853-1d09-52d8-d73e-1194e95b5f19");
        assertThat(GuidNotation.UUID.parse("0110C8531D0952D8D73E1194E95B5F19")).isEqualTo(guid);
        assertThat(GuidNotation.UUID.find("0110c8531d09-52d8-d73e-1194e95b5f19"))
                .isEmpty();
        assertThat(GuidNotation.UUID.find("1-1-1-1-1")).isEmpty();
    }

    /** As the GUIDs do where their first byte counts first. */
    @Test
    void shortFormsSortAsTheBytesDo() {
        UUID one = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
        UUID next = UUID.fromString("f1890a5d-ac96-774b-bcce-b302099a8057");
        assertThat(GuidNotation.ULID.format(one)).isLessThan(GuidNotation.ULID.format(next));
    }
}
