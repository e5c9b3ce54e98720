package io.github.hibernateidgen.examples.orders.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hibernateidgen.examples.orders.inspector.Inspection.Part;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InspectorTest {

    private static final Instant MADE_AT = Instant.parse("2026-11-21T09:30:00.123Z");
    private static final SnowflakeLayout BY_CUSTOMER = SnowflakeLayout.named("by-customer")
            .fields("shard:3, time:41, worker:10, sequence:9")
            .build();

    private final Inspector inspector =
            new Inspector(Stream.concat(SnowflakeLayout.readyMade().stream(), Stream.of(BY_CUSTOMER))
                    .toList());

    @Test
    void numberIsReadInTheStandardLayout() {
        long id = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(MADE_AT, 37, 5));
        Inspection inspection = inspector.inspect(" " + id + " ", "");

        assertThat(inspection.madeAt()).isEqualTo(MADE_AT);
        assertThat(inspection.parts())
                .extracting(Part::role, Part::bits, Part::value)
                .containsExactly(
                        tuple(Role.TIME, 41, "91186200123 × 1 ms since 2024-01-01T00:00:00Z"),
                        tuple(Role.WORKER, 10, "37 of 0 to 1023"),
                        tuple(Role.SEQUENCE, 12, "5 of 0 to 4095"));
        assertThat(Long.parseLong(bits(inspection.rulers().get(0)), 2)).isEqualTo(id);
        assertThat(inspector.inspect(SnowflakeText.CROCKFORD_BASE32.format(id), ""))
                .isEqualTo(inspection);
    }

    @Test
    void timeOfTwoPartsIsDrawnInBoth() {
        long id = SnowflakeLayout.INNODB.compose(new SnowflakeParts(MADE_AT, 37, 5, Map.of(), 0, 9));
        Inspection inspection = inspector.inspect(Long.toString(id), "innodb");

        assertThat(inspection.madeAt()).isEqualTo(MADE_AT);
        assertThat(inspection.parts())
                .extracting(Part::role, Part::bits, Part::value)
                .containsExactly(
                        tuple(Role.TIME, 25, "1391390 × 65536 ms since 2024-01-01T00:00:00Z"),
                        tuple(Role.WORKER, 10, "37 of 0 to 1023"),
                        tuple(Role.LANE, 4, "9 of 0 to 15"),
                        tuple(Role.TIME, 16, "65083 × 1 ms into the turn"),
                        tuple(Role.SEQUENCE, 8, "5 of 0 to 255"));
        assertThat(Long.parseLong(bits(inspection.rulers().get(0)), 2)).isEqualTo(id);
    }

    @Test
    void smallNumberIsDoubted() {
        assertThat(inspector.inspect("17", "").note())
                .contains("first minute after 2024-01-01T00:00:00Z", "sequence or an IDENTITY column");
        long first = SnowflakeLayout.STANDARD.compose(
                new SnowflakeParts(SnowflakeLayout.STANDARD.epoch().plusSeconds(60), 0, 0));
        assertThat(inspector.inspect(Long.toString(first - 1), "").note()).isNotNull();
        assertThat(inspector.inspect(Long.toString(first), "").note()).isNull();
    }

    @Test
    void textWithAPrefixIsReadWithoutIt() {
        long id = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(MADE_AT, 37, 5));
        assertThat(inspector.inspect("pay_" + SnowflakeText.CROCKFORD_BASE32.format(id), ""))
                .isEqualTo(inspector.inspect(Long.toString(id), ""));
        // 13 digits behind a prefix are Base32, and no number.
        assertThat(inspector.inspect("pay_0123456789012", "").id())
                .isEqualTo(Long.toString(SnowflakeText.CROCKFORD_BASE32.parse("0123456789012")));
    }

    @Test
    void layoutOfTheApplicationIsReadByItsName() {
        long id = BY_CUSTOMER.compose(new SnowflakeParts(MADE_AT, 37, 5, Map.of(), 6));
        assertThat(inspector.readings()).extracting(Reading::name).contains("by-customer");
        Inspection inspection = inspector.inspect(Long.toString(id), "by-customer");
        assertThat(inspection.madeAt()).isEqualTo(MADE_AT);
        assertThat(inspection.parts())
                .extracting(Part::role, Part::bits, Part::value)
                .startsWith(tuple(Role.SHARD, 3, "6 of 0 to 7"));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                1,   -,           1, 1
                2,   2 to 51,    50, 1
                17,  2 to 51,    50, 16
                51,  2 to 51,    50, 50
                52,  52 to 101,  50, 1
                """)
    void numberIsDrawnInItsSegment(long number, String range, int bits, int on) {
        Ruler ruler = SegmentRuler.of(number, 50);
        assertThat(ruler.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.label()).isEqualTo(range == null ? "" : "of " + range);
            assertThat(cell.value()).isEqualTo(Long.toString(number));
        });
        assertThat(bits(ruler)).isEqualTo("1".repeat(on) + "0".repeat(bits - on));
    }

    @Test
    void layoutOfSeveralFieldsIsReadFieldByField() {
        long id = SnowflakeLayout.BUSINESS_LINE.compose(
                new SnowflakeParts(MADE_AT, (2 << 7) + 99, 64, Map.of("businessLine", 3L)));
        Inspection inspection = inspector.inspect(Long.toString(id), "business-line");
        assertThat(inspection.parts())
                .extracting(Part::name, Part::value)
                .contains(
                        tuple("datacenter", "2 of 0 to 3"),
                        tuple("machine", "99 of 0 to 127"),
                        tuple("businessLine", "3 of 0 to 15"),
                        tuple("sequence", "64 of 0 to 127"));
        assertThat(bits(inspection.rulers().get(0))).hasSize(64);
    }

    /** Of GUIDs of version 4 that differ in one byte, the one whose byte is drawn first is the greatest. */
    @ParameterizedTest
    @EnumSource
    void bytesAreDrawnAsTheColumnComparesThem(GuidRanking ranking) {
        List<UUID> oneByteSet = IntStream.range(0, 16)
                .mapToObj(place -> new UUID(
                        0x4000 | (place < 8 ? 1L << (8 * place) : 0),
                        1L << 63 | (place < 8 ? 0 : 1L << (8 * (place - 8)))))
                .toList();
        assertThat(oneByteSet.stream().sorted(Comparator.comparing(guid -> bits(ruler(guid, ranking)))))
                .isSortedAccordingTo(ranking.order().comparator());
    }

    @ParameterizedTest
    @EnumSource
    void bitsOfAGuidHaveTheirRoles(GuidRanking ranking) {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, ranking.order(), InstantSource.fixed(MADE_AT));
        UUID guid = generator.nextGuid();
        UUID next = generator.nextGuid();

        Inspection inspection = inspector.inspect(guid.toString(), "");
        assertThat(inspection.kind()).endsWith("in order " + ranking);
        assertThat(inspection.madeAt()).isEqualTo(MADE_AT);
        assertThat(Long.parseLong(bits(ruler(guid, ranking), Role.TIME), 2)).isEqualTo(MADE_AT.toEpochMilli());
        assertThat(Long.parseLong(bits(ruler(next, ranking), Role.COUNTER), 2))
                .as("the counter goes up by one")
                .isEqualTo(Long.parseLong(bits(ruler(guid, ranking), Role.COUNTER), 2) + 1);
        assertThat(bits(ruler(guid, ranking), Role.FIXED)).hasSize(6).isEqualTo(bits(ruler(next, ranking), Role.FIXED));
        assertThat(bits(ruler(guid, ranking), Role.RANDOM)).hasSize(58);
    }

    @Test
    void guidOfAnotherVersionIsDrawnWithoutFields() {
        Inspection inspection = inspector.inspect("c232ab00-9414-11ec-b3c8-9f6bdeced846", "");
        assertThat(inspection.madeAt()).isNull();
        assertThat(inspection.parts()).isEmpty();
        assertThat(inspection.note()).contains("has version 7", "this one has version 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    no id                                |          | id [no id] is neither a Snowflake id nor a GUID; give
                    -5                                   |          | id [-5] is neither
                    9223372036854775808                  |          | text [9223372036854775808] is no id in form DECIMAL
                    UUUUUUUUUUUUU                        |          | text [UUUUUUUUUUUUU] is no id in form CROCKFORD_BASE32
                    9223372036854775807                  | short    | id [9223372036854775807] is not of layout [short]
                    382495416127590400                   | BYTES    | this is a Snowflake id, which can't be read as [BYTES]
                    c232ab00-9414-11ec-b3c8-9f6bdeced846 | standard | this is a GUID, which can't be read as [standard]
                    """)
    void textThatCanNotBeReadIsExplained(String text, String reading, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> inspector.inspect(text, reading == null ? "" : reading))
                .withMessageStartingWith(message);
    }

    private Ruler ruler(UUID guid, GuidRanking ranking) {
        return inspector.inspect(guid.toString(), ranking.name()).rulers().get(0);
    }

    private static String bits(Ruler ruler, Role... roles) {
        return ruler.cells().stream()
                .flatMap(cell -> cell.bits().stream())
                .filter(bit -> roles.length == 0 || List.of(roles).contains(bit.role()))
                .map(bit -> bit.on() ? "1" : "0")
                .collect(Collectors.joining());
    }
}
