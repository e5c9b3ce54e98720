package io.github.hibernateidgen.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.GeneratedAttributes;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are ids, and what they mean for an attribute. */
class PrefixedIdTest {

    private static final Instant THEN = Instant.parse("2030-01-02T03:04:05.678Z");

    private static final Map<String, Object> STANDARD = Map.of(
            "instant", THEN.toString(), "layout", "standard", "worker", 5L, "sequence", 9L, "entityFields", Map.of());

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0000000000000",
        "0382495416127590400, 382495416127590400, 0AKQ5HQQ80400",
        "9223372036854775807, 9223372036854775807, 7ZZZZZZZZZZZZ",
        "0akq5hqq80400, 382495416127590400, 0AKQ5HQQ80400",
        "1234567890123, 1234567890123, 000013XRZP16B"
    })
    void readsSnowflakeIdsInBothForms(String text, String decimal, String base32) {
        assertThat(PrefixedId.parse(text).forms()).isEqualTo(Map.of("decimal", decimal, "base32", base32));
    }

    /** The page of the endpoint refers to the forms of the command line. */
    @Test
    void documentationHasEachForm() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "command-line.md"));
        for (String form : List.of("hexadecimal", "GUID", "TypeID", "ULID", "`0x`", "`\\x`", "32 digits")) {
            assertThat(page).contains(form);
            assertThatThrownBy(() -> PrefixedId.parse("order-1")).hasMessageContaining(form.replace("`", ""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00112233-4455-7677-8899-aabbccddeeff",
                "00112233445576778899AABBCCDDEEFF",
                "00112233-4455-7677-8899-AABBCCDDEEFF"
            })
    void readsGuids(String text) {
        assertThat(PrefixedId.parse(text).forms()).isEqualTo(Map.of("guid", "00112233-4455-7677-8899-aabbccddeeff"));
    }

    @ParameterizedTest
    @CsvSource({
        "tag_00281kkrkw7z3r7g1a9s3pxw7t, tag_, 00281KKRKW7Z3R7G1A9S3PXW7T",
        "00281kkrkw7z3r7g1a9s3pxw7t, '', 00281KKRKW7Z3R7G1A9S3PXW7T",
        "00281KKRKW7Z3R7G1A9S3PXW7T, '', 00281KKRKW7Z3R7G1A9S3PXW7T"
    })
    void readsTypeIdsAndUlids(String text, String prefix, String ulid) {
        PrefixedId read = PrefixedId.parse(text, List.of("tag_"));
        assertThat(read.prefix()).isEqualTo(prefix);
        assertThat(read.forms())
                .isEqualTo(Map.of("guid", GuidNotation.ULID.parse(ulid).toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x54EE58DEE801000", "0x054ee58dee801000"})
    void readsHexadecimalNumbers(String text) {
        assertThat(PrefixedId.parse(text).forms()).containsEntry("decimal", "382495416127590400");
    }

    /** docs/spring-boot.md has the forms that the refusal of other text lists. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "order-1",
                "9223372036854775808",
                "12345678901234567890",
                "8AKQ5HQQ80400",
                "UUUUUUUUUUUUU",
                "0-0-0-0-0",
                "20300102-03040567-0005-0009",
                "20300102-030405678-0005-",
                "00112233-44557677-8899-aabbccddeeff"
            })
    void refusesOtherText(String text) {
        assertThatThrownBy(() -> PrefixedId.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("text [" + text + "] is not an id: ");
    }

    @Test
    void splitsASnowflakeIdByTheAttributesLayout() {
        long id = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(THEN, 5, 9));
        assertThat(PrefixedId.parse(Long.toString(id)).content(snowflake(SnowflakeLayout.STANDARD)))
                .contains(STANDARD);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "4711, false", "4194303, false", "4194304, true"})
    void saysThatANumberOfTheFirstTickCannotBeAnId(String number, boolean possible) {
        Map<String, Object> content = PrefixedId.parse(number)
                .content(snowflake(SnowflakeLayout.STANDARD))
                .orElseThrow();
        assertThat(content.containsKey("instant")).isEqualTo(possible);
        if (!possible) {
            assertThat(content).containsEntry("layout", "standard").hasSize(2);
            assertThat(content.get("problem"))
                    .isEqualTo(
                            "id [" + number
                                    + "] is of the layout's first tick, at 2024-01-01T00:00:00Z, in which no id was"
                                    + " made; it cannot be an id of this layout, and may be a number from before the layout was used");
        }
    }

    // Of a number that a sequence had reached, only those below the second tick were doubted
    @ParameterizedTest
    @CsvSource({"4194304, true", "1000000000, true", "251658239999, true", "251658240000, false"})
    void doubtsNumbersOfTheFirstMinute(String number, boolean doubted) {
        Map<String, Object> content = PrefixedId.parse(number)
                .content(snowflake(SnowflakeLayout.STANDARD))
                .orElseThrow();
        assertThat(content).containsKey("instant");
        assertThat(content.get("problem"))
                .isEqualTo(
                        doubted
                                ? "id [" + number
                                        + "] is of the layout's first minute, from 2024-01-01T00:00:00Z; it is more likely"
                                        + " a number from before the layout was used"
                                : null);
    }

    @Test
    void readsShardAndBucketWhereTheLayoutHasThem() {
        SnowflakeLayout layout = SnowflakeLayout.named("placed")
                .fields("scatter:3, time:41, sequence:10, shard:6")
                .build();
        long id = layout.compose(new SnowflakeParts(THEN, 0, 9, Map.of(), 33));
        assertThat(PrefixedId.parse(Long.toString(id)).content(snowflake(layout)))
                .contains(Map.of(
                        "instant",
                        THEN.toString(),
                        "layout",
                        "placed",
                        "worker",
                        0L,
                        "sequence",
                        9L,
                        "entityFields",
                        Map.of(),
                        "shard",
                        33L,
                        "bucket",
                        layout.bucket(id)));
    }

    @ParameterizedTest
    @CsvSource({
        "20300102-030405678-0005-0009, true",
        "20300102-030405678-05-0009, false",
        "20300102-030405678-1024-0009, false",
        "20190102-030405678-0005-0009, false"
    })
    void splitsAReadableIdWhereItIsOneOfTheLayout(String text, boolean fits) {
        PrefixedId id = PrefixedId.parse(text);
        assertThat(id.forms()).isEqualTo(Map.of("readable", text));
        assertThat(id.content(snowflake(SnowflakeLayout.STANDARD)))
                .isEqualTo(fits ? Optional.of(STANDARD) : Optional.empty());
    }

    @Test
    void showsTheLaneOfALayoutThatHasLanes() {
        SnowflakeLayout layout = SnowflakeLayout.INNODB;
        long id = layout.compose(new SnowflakeParts(THEN, 5, 9, Map.of(), 0, 13));
        assertThat(PrefixedId.parse(Long.toString(id)).content(snowflake(layout)))
                .contains(Map.of(
                        "instant",
                        THEN.toString(),
                        "layout",
                        "innodb",
                        "worker",
                        5L,
                        "lane",
                        13L,
                        "sequence",
                        9L,
                        "entityFields",
                        Map.of()));
    }

    @Test
    void doesNotSplitAnIdThatIsTooWideForTheLayout() {
        GeneratedAttribute javascript = snowflake(SnowflakeLayout.JAVASCRIPT);
        assertThat(PrefixedId.parse("9007199254740991").content(javascript)).isPresent();
        assertThat(PrefixedId.parse("9007199254740992").content(javascript)).isEmpty();
        assertThat(PrefixedId.parse("9223372036854775807").content(snowflake(SnowflakeLayout.STANDARD)))
                .isPresent();
    }

    @Test
    void readsTheInstantOfAGuidInTheAttributesFormatAndOrder() {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.SQL_SERVER, () -> THEN);
        GeneratedAttribute attribute = guid(generator);
        UUID guid = generator.nextGuid();
        assertThat(PrefixedId.parse(guid.toString()).content(attribute))
                .contains(Map.of("instant", THEN.toString(), "format", "RFC_9562", "order", "SQL_SERVER"));
        assertThat(PrefixedId.parse("00112233-4455-4677-8899-aabbccddeeff").content(attribute))
                .isEmpty();
    }

    /** A day has 0x18b8200 ticks of 1/300 s. The endpoint read such GUIDs, and the command line did not. */
    @ParameterizedTest
    @CsvSource({"b509018b8202, true", "b509018b8203, false", "b509ffffffff, false"})
    void readsOnlyATimeThatTheFormatWrites(String end, boolean possible) {
        GeneratedAttribute attribute = guid(new GuidGenerator(GuidFormat.NHIBERNATE, GuidOrder.SQL_SERVER, () -> THEN));
        assertThat(PrefixedId.parse("6f1f7c52-3d0e-4c8a-9b1f-" + end)
                        .content(attribute)
                        .isPresent())
                .isEqualTo(possible);
    }

    @Test
    void neitherKindIsReadAsTheOther() {
        GeneratedAttribute guid = guid(new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, () -> THEN));
        assertThat(PrefixedId.parse("1").content(guid)).isEmpty();
        assertThat(PrefixedId.parse("00112233-4455-7677-8899-aabbccddeeff").content(snowflake(SnowflakeLayout.SHORT)))
                .isEmpty();
    }

    @Test
    void anyGuidHasAMeaningOrNoneInEveryFormat() {
        for (GuidFormat format : GuidFormat.values()) {
            for (GuidOrder order : GuidOrder.values()) {
                if (format.fits(order)) {
                    GeneratedAttribute attribute = guid(new GuidGenerator(format, order, () -> THEN));
                    for (UUID guid : new UUID[] {new UUID(0, 0), new UUID(-1, -1), UUID.randomUUID()}) {
                        Optional<Map<String, Object>> content =
                                PrefixedId.parse(guid.toString()).content(attribute);
                        content.ifPresent(found -> assertThat(found).containsEntry("format", format.name()));
                    }
                }
            }
        }
    }

    private static GeneratedAttribute snowflake(SnowflakeLayout layout) {
        return GeneratedAttributes.of(new SnowflakeGenerator(layout, WorkerSource.fixed(0)));
    }

    private static GeneratedAttribute guid(GuidGenerator generator) {
        return GeneratedAttributes.of(generator);
    }
}
