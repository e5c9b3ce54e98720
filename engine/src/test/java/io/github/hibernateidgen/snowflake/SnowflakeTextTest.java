package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.SnowflakeText.CROCKFORD_BASE32;
import static io.github.hibernateidgen.snowflake.SnowflakeText.DECIMAL;
import static io.github.hibernateidgen.snowflake.SnowflakeText.PLAIN_DECIMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0                   | 0000000000000000000 | 0000000000000
            1                   | 0000000000000000001 | 0000000000001
            9                   | 0000000000000000009 | 0000000000009
            10                  | 0000000000000000010 | 000000000000A
            17                  | 0000000000000000017 | 000000000000H
            18                  | 0000000000000000018 | 000000000000J
            20                  | 0000000000000000020 | 000000000000M
            22                  | 0000000000000000022 | 000000000000P
            27                  | 0000000000000000027 | 000000000000V
            31                  | 0000000000000000031 | 000000000000Z
            32                  | 0000000000000000032 | 0000000000010
            1234                | 0000000000000001234 | 000000000016J
            1234567890123456    | 0001234567890123456 | 00132TMY8NEP0
            1541815603606036480 | 1541815603606036480 | 1ASD13XH1F800
            9007199254740991    | 0009007199254740991 | 007ZZZZZZZZZZ
            9223372036854775807 | 9223372036854775807 | 7ZZZZZZZZZZZZ
            """)
    void writesAndReadsBothForms(long id, String decimal, String crockford) {
        assertThat(DECIMAL.format(id)).isEqualTo(decimal);
        assertThat(DECIMAL.parse(decimal)).isEqualTo(id);
        assertThat(CROCKFORD_BASE32.format(id)).isEqualTo(crockford);
        assertThat(CROCKFORD_BASE32.parse(crockford)).isEqualTo(id);
    }

    @ParameterizedTest
    @EnumSource(names = {"DECIMAL", "CROCKFORD_BASE32"})
    void everyIdHasTheSameLengthIsAsciiAndComesBack(SnowflakeText form) {
        for (long id : sortedIds()) {
            String text = form.format(id);
            assertThat(text).hasSize(form.length()).isASCII();
            assertThat(form.parse(text)).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DECIMAL", "CROCKFORD_BASE32"})
    void textSortsAsTheNumbersDo(SnowflakeText form) {
        List<String> texts = sortedIds().stream().map(form::format).toList();
        assertThat(texts).as(TestSeed.describe()).isSorted();
    }

    @Test
    void formsAre19And13CharactersLong() {
        assertThat(DECIMAL.length()).isEqualTo(19);
        assertThat(CROCKFORD_BASE32.length()).isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "0007, 7", "1234567890123456, 1234567890123456"})
    void decimalReadsTextWithoutPaddingToo(String text, long id) {
        assertThat(DECIMAL.parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1asd13xh1f800 | 1ASD13XH1F800
            oooooooooooo0 | 0000000000000
            OOOOOOOOOOOO0 | 0000000000000
            1IiLl1IiLl1Ii | 1111111111111
            7zzzzzzzzzzzz | 7ZZZZZZZZZZZZ
            """)
    void crockfordReadsLowerCaseAndTheLettersThatLookLikeDigits(String text, String canonical) {
        assertThat(CROCKFORD_BASE32.format(CROCKFORD_BASE32.parse(text))).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "1 ",
                " 1",
                "12a",
                "1.0",
                "9223372036854775808",
                "9999999999999999999",
                "00000000000000000001",
                "1/",
                "1:",
                "/1",
                ":1",
                "\u0661"
            })
    void decimalRefusesWhatIsNoId(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DECIMAL.parse(text))
                .withMessage("text [" + shown(text)
                        + "] is no id in form DECIMAL; give 1 to 19 digits, at most 9223372036854775807");
    }

    private static String shown(String text) {
        return text.replace("\u0661", "\\u0661").replace("\u0131", "\\u0131");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "000000000000",
                "00000000000000",
                "8000000000000",
                "Z000000000000",
                "000000000000U",
                "000000000000u",
                "U000000000000",
                "000000-000000",
                "000000 000000",
                "000000000000\u0661",
                "000000000000\u0131"
            })
    void crockfordRefusesWhatIsNoId(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CROCKFORD_BASE32.parse(text))
                .withMessage("text [" + shown(text)
                        + "] is no id in form CROCKFORD_BASE32; give 13 characters of Crockford's Base32, the first at"
                        + " most 7");
    }

    @ParameterizedTest
    @EnumSource(names = "READABLE", mode = EnumSource.Mode.EXCLUDE)
    void refusesToWriteANegativeNumber(SnowflakeText form) {
        for (long id : new long[] {-1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> form.format(id))
                    .withMessage("id [" + id + "] is negative; Snowflake ids are 0 or more");
        }
    }

    @Test
    void plainDecimalIsTheNumberItselfAndDoesNotSort() {
        for (long id : sortedIds()) {
            assertThat(PLAIN_DECIMAL.format(id)).isEqualTo(Long.toString(id));
            assertThat(PLAIN_DECIMAL.parse(Long.toString(id))).isEqualTo(id);
        }
        assertThat(PLAIN_DECIMAL.length())
                .isEqualTo(Long.toString(Long.MAX_VALUE).length());
        assertThat(List.of(PLAIN_DECIMAL.format(10), PLAIN_DECIMAL.format(9))).isSorted();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PLAIN_DECIMAL.parse("1x"))
                .withMessage("text [1x] is no id in form PLAIN_DECIMAL; give 1 to 19 digits, at most"
                        + " 9223372036854775807");
    }

    /** Ids of every width, and all neighbours of powers of two. */
    private static List<Long> sortedIds() {
        Random random = TestSeed.random();
        List<Long> ids = new ArrayList<>(List.of(0L, Long.MAX_VALUE));
        for (int bits = 1; bits < 63; bits++) {
            ids.add((1L << bits) - 1);
            ids.add(1L << bits);
            for (int i = 0; i < 20; i++) {
                ids.add(random.nextLong(1L << bits));
            }
        }
        ids.sort(null);
        return ids;
    }
}
