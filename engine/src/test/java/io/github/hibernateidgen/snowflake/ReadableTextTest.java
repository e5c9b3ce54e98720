package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.SnowflakeText.READABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadableTextTest {

    private static final SnowflakeLayout PARCELS = SnowflakeLayout.named("parcels")
            .epoch(Instant.parse("2020-01-01T00:00:00Z"))
            .tick(Duration.ofMillis(10))
            .fields("time:39, worker.site:4, sequence:8, entity.line:4, worker.machine:8")
            .build();

    static Stream<SnowflakeLayout> layouts() {
        return Stream.concat(SnowflakeLayout.readyMade().stream(), Stream.of(PARCELS));
    }

    @Test
    void writesDateTimeWorkerAndSequence() {
        long id = SnowflakeLayout.STANDARD.compose(
                new SnowflakeParts(Instant.parse("2026-11-21T20:31:12.641Z"), 237, 1613, Map.of()));
        assertThat(READABLE.format(SnowflakeLayout.STANDARD, id)).isEqualTo("20261121-203112641-0237-1613");
        assertThat(READABLE.parse(SnowflakeLayout.STANDARD, "20261121-203112641-0237-1613"))
                .isEqualTo(id);
    }

    // The row of docs/snowflake.md.
    @Test
    void writesTheIdOfTheDocumentation() {
        assertThat(READABLE.format(SnowflakeLayout.STANDARD, 382495416127590400L))
                .isEqualTo("20261121-114013626-0001-0000");
    }

    @Test
    void writesTheFieldsInTheLayoutsOrder() {
        long id = PARCELS.compose(
                new SnowflakeParts(Instant.parse("2020-01-01T00:00:00.010Z"), 0xF02, 3, Map.of("line", 4L)));
        assertThat(READABLE.format(PARCELS, id)).isEqualTo("20200101-000000010-15-003-04-002");
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void everyIdHasTheSameLengthComesBackAndSortsAsTheNumbersDo(SnowflakeLayout layout) {
        Random random = TestSeed.random();
        List<Long> ids = Stream.concat(
                        Stream.of(0L, Long.MAX_VALUE >>> (63 - layout.width())),
                        Stream.generate(() -> random.nextLong(2L << random.nextInt(layout.width() - 1)))
                                .limit(500))
                .sorted()
                .toList();
        List<String> texts = ids.stream().map(id -> READABLE.format(layout, id)).toList();
        assertThat(texts).as(TestSeed.describe()).isSorted();
        assertThat(texts)
                .allSatisfy(text ->
                        assertThat(text).hasSize(READABLE.length(layout)).isASCII());
        assertThat(texts.stream().map(text -> READABLE.parse(layout, text)).toList())
                .isEqualTo(ids);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20200101-000000010-15-003-04-02",
                "20200101-000000010-15-003-04-0002",
                "20200101-000000010-15-003-04-256",
                "20200101-000000010-16-003-04-002",
                "20200101-000000010-15-003-04_002",
                "20200101-000000010-15-003-04- 02",
                "20200101-000000010-15-003-04-00a",
                "20200101-000000010-15-003--4-002",
                "20200101-000000011-15-003-04-002",
                "20191231-235959990-15-003-04-002",
                "22000101-000000000-15-003-04-002",
                "20200230-000000010-15-003-04-002",
                "20200101-240000010-15-003-04-002",
                "20200101 000000010-15-003-04-002",
                "2020010\u0661-000000010-15-003-04-002",
                "20200101-000000010-15-003-04-00\u0661",
            })
    void refusesWhatIsNoId(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> READABLE.parse(PARCELS, text))
                .withMessage("text [" + text.replace("\u0661", "\\u0661")
                        + "] is no id in form READABLE of layout [parcels]; give"
                        + " time-site(2 digits, to 15)-sequence(3 digits, to 255)-line(2 digits, to 15)-machine(3 digits,"
                        + " to 255), where time is the start of a tick in UTC as yyyyMMdd-HHmmssSSS, from"
                        + " 2020-01-01T00:00:00Z to before 2194-03-18T03:28:58.880Z");
    }

    @ParameterizedTest
    @CsvSource({"-1", "9223372036854775807"})
    void refusesToWriteWhatIsNotOfTheLayout(long id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> READABLE.format(SnowflakeLayout.SHORT, id))
                .withMessageStartingWith("id [" + id + "] is not of layout [short]");
    }

    @Test
    void refusesYearsOfFiveDigits() {
        SnowflakeLayout long50 =
                SnowflakeLayout.named("wide").fields("time:50, sequence:2").build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> READABLE.length(long50))
                .withMessage(
                        "layout [wide] reaches year [37702], and form READABLE has four digits for it; narrow the time"
                                + " field or use another form");
    }

    @Test
    void asksForTheLayout() {
        String message = "form [READABLE] depends on the layout; give the layout, too";
        assertThatIllegalArgumentException().isThrownBy(READABLE::length).withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> READABLE.format(1))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> READABLE.parse("1"))
                .withMessage(message);
    }
}
