package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the table in docs/settings.md to the settings that there are. Those of one framework are held to it by its module. */
class SettingsDocTest {

    private record Row(String group, String who, String unit, String byDefault, String range, String differs) {}

    private static final Pattern ROW =
            Pattern.compile("\\| `([a-zA-Z.-]+\\w)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");
    private static final Pattern DURATIONS = Pattern.compile("(?:`(\\w+)`|one tick) to `(\\w+)`.*");

    private static final Map<String, Consumer<Duration>> DURATION_SETTINGS = Map.of(
            "worker.window", ReservationTerms.DEFAULT::withWindow,
            "worker.timeout", ReservationTerms.DEFAULT::withTimeout,
            "worker.settle", ReservationTerms.DEFAULT.withWindow(Duration.ofHours(24))::withSettle,
            "snowflake.max-ahead", value -> new SnowflakeLimits(value, Duration.ofSeconds(1), 1),
            "snowflake.max-wait", SettingsDocTest::maxWait,
            "segment.timeout", value -> new SegmentLimits(1, 1, SegmentLimits.DEFAULT.target(), value),
            "snowflake.layouts.NAME.tick",
                    value -> SnowflakeLayout.named("doc")
                            .tick(value)
                            .time(30)
                            .sequence(10)
                            .build());

    private final Map<String, Row> rows = read();

    private static Map<String, Row> read() {
        try {
            Map<String, Row> rows = new LinkedHashMap<>();
            String heading = "";
            for (String line : Files.readAllLines(Path.of("..", "docs", "settings.md"))) {
                if (line.startsWith("## ")) {
                    heading = line.substring("## ".length()).toLowerCase(Locale.ROOT);
                }
                Matcher row = ROW.matcher(line);
                if (row.matches()) {
                    Row before = rows.put(
                            row.group(1),
                            new Row(
                                    heading,
                                    row.group(2).strip(),
                                    row.group(3).strip(),
                                    row.group(4).strip(),
                                    row.group(5).strip(),
                                    row.group(6).strip()));
                    assertThat(before).as(row.group(1)).isNull();
                }
            }
            return rows;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void maxWait(Duration value) {
        new SnowflakeGenerator(
                SnowflakeLayout.STANDARD,
                WorkerSource.fixed(1),
                new SnowflakeLimits(Duration.ZERO, value, 1),
                InstantSource.system());
    }

    private static Duration duration(String text) {
        return Duration.parse(
                text.endsWith("ms") ? "PT" + Double.parseDouble(text.replace("ms", "")) / 1000 + "S" : "PT" + text);
    }

    /** The page and the public constants have the rows of {@link Setting}, the table that the library reads. */
    @Test
    void hasTheRowsOfTheTableOfSettings() throws Exception {
        Set<String> constants = new TreeSet<>();
        for (Field constant : IdgenSettings.class.getFields()) {
            constants.add((String) constant.get(null));
        }
        constants.removeAll(Set.of(IdgenSettings.PREFIX, IdgenSettings.SNOWFLAKE_LAYOUTS));
        assertThat(rows.keySet())
                .filteredOn(name -> !rows.get(name).differs().startsWith("only "))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Setting.values()).map(Setting::shortKey).toList())
                .hasSize(26);
        assertThat(Stream.of(Setting.values()).map(Setting::key).filter(key -> !key.contains("NAME")))
                .containsExactlyInAnyOrderElementsOf(constants);
        for (Setting setting : Setting.values()) {
            Row row = rows.get(setting.shortKey());
            assertThat(row.group()).as(setting.key()).isEqualTo(setting.group());
            assertThat(row.unit().equals("duration")).as(setting.key()).isEqualTo(setting.type() == Duration.class);
            if (!setting.byDefault().equals("")) {
                String byDefault = byDefault(setting.shortKey()).split(";")[0];
                assertThat(setting.type() == Duration.class ? duration(byDefault) : byDefault)
                        .as(setting.key())
                        .isEqualTo(setting.type() == Duration.class ? setting.byDefault() : "" + setting.byDefault());
            }
            assertSameRange(setting, row.range());
        }
    }

    /** A setting that nobody sets is a constant. */
    @Test
    void eachRowSaysWhoSetsItAndToWhat() {
        assertThat(rows).hasSizeLessThanOrEqualTo(28);
        rows.forEach((name, row) -> assertThat(row.who()).as(name).matches("[A-Z].+: .*\\bto .+"));
    }

    /** Some ends of the page depend on another setting, or on the layout. */
    private static void assertSameRange(Setting setting, String documented) {
        String range = documented
                .replace("one tick", "0ms")
                .replace("1 to `segment.step`", "1 to 1000")
                .replaceFirst(" to (what the layouts in use hold|the ids a tick holds)", " or more")
                .replace("`", "");
        if (setting.type() == Long.class || setting.type() == Duration.class) {
            assertThat(range).as(setting.key()).startsWith(setting.range());
        } else if (!setting.range().isEmpty()) {
            for (String word : setting.range().split(", ")) {
                assertThat(documented).as(setting.key()).contains("`" + word + "`");
            }
        }
    }

    /** Of annotations the pages have each member, as `member` or in an example. */
    @ParameterizedTest
    @ValueSource(classes = {SnowflakeId.class, CombGuid.class, SegmentId.class})
    void pagesHaveEachMember(Class<?> annotation) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> pages = Files.list(Path.of("..", "docs"))) {
            for (Path page :
                    pages.filter(path -> path.toString().endsWith(".md")).toList()) {
                text.append(Files.readString(page));
            }
        }
        assertThat(annotation.getDeclaredMethods()).isNotEmpty().allSatisfy(member -> {
            String name = member.getName();
            assertThat(Pattern.compile("`" + name + "(`| = )|@" + annotation.getSimpleName() + "\\([^)]*\\b" + name
                                    + " = ")
                            .matcher(text)
                            .find())
                    .as(name)
                    .isTrue();
        });
    }

    @Test
    void saysTheDefaults() {
        ReservationTerms terms = ReservationTerms.DEFAULT;
        SnowflakeLimits limits = SnowflakeLimits.DEFAULT;
        assertThat(byDefault("worker.namespace")).isEqualTo(terms.namespace());
        assertThat(duration(byDefault("worker.window"))).isEqualTo(terms.window());
        assertThat(duration(byDefault("worker.timeout"))).isEqualTo(terms.timeout());
        assertThat(duration(byDefault("worker.settle"))).isEqualTo(terms.settle());
        assertThat(byDefault("worker.jdbc.table")).isEqualTo(JdbcTable.DEFAULT.name());
        assertThat(byDefault("worker.jdbc.schema-management")).isEqualTo("schema-tools");
        assertThat(byDefault("column-check"))
                .isEqualTo(Settings.read(Map.of(), Classes::named).text(Setting.COLUMN_CHECK));
        assertThat(byDefault("snowflake.layout")).isEqualTo(SnowflakeLayout.STANDARD.name());
        assertThat(byDefault("snowflake.layouts.NAME.epoch"))
                .isEqualTo(SnowflakeLayout.STANDARD.epoch().toString());
        assertThat(duration(byDefault("snowflake.max-ahead"))).isEqualTo(limits.maxAhead());
        assertThat(duration(byDefault("snowflake.max-wait"))).isEqualTo(limits.maxWait());
        SegmentLimits segments = SegmentLimits.DEFAULT;
        assertThat(byDefault("segment.offset")).isEqualTo(String.valueOf(OffsetAndStep.ALL.offset()));
        assertThat(byDefault("segment.step")).isEqualTo(String.valueOf(OffsetAndStep.ALL.step()));
        assertThat(byDefault("segment.max-prefetch")).isEqualTo(String.valueOf(segments.maxPrefetch()));
        assertThat(duration(byDefault("segment.timeout"))).isEqualTo(segments.timeout());
    }

    /** Its row has the upper bound with the longest window, and with the default one. */
    @Test
    void saysHowSettleFollowsTheWindow() {
        Matcher byDefault = Pattern.compile("a third of `worker.window` at most, which is `(\\w+)` by default")
                .matcher(rows.get("worker.settle").range());
        assertThat(byDefault.find()).isTrue();
        Duration highest = duration(byDefault.group(1));
        assertThatCode(() -> ReservationTerms.DEFAULT.withSettle(highest)).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReservationTerms.DEFAULT.withSettle(highest.plusMillis(1)));
        Matcher window = DURATIONS.matcher(rows.get("worker.window").range());
        Matcher settle = DURATIONS.matcher(rows.get("worker.settle").range());
        assertThat(window.matches() && settle.matches()).isTrue();
        assertThat(duration(settle.group(2)).multipliedBy(3)).isEqualTo(duration(window.group(2)));
    }

    private String byDefault(String setting) {
        return rows.get(setting).byDefault().replace("`", "");
    }

    @Test
    void saysTheRangeOfEachDuration() {
        assertThat(rows.entrySet().stream()
                        .filter(row -> row.getValue().unit().equals("duration"))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(DURATION_SETTINGS.keySet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worker.window",
                "worker.timeout",
                "worker.settle",
                "snowflake.max-ahead",
                "snowflake.max-wait",
                "segment.timeout",
                "snowflake.layouts.NAME.tick"
            })
    void isRightAboutTheRange(String setting) {
        Matcher range = DURATIONS.matcher(rows.get(setting).range());
        assertThat(range.matches()).as(rows.get(setting).range()).isTrue();
        Duration lowest = range.group(1) == null ? SnowflakeLayout.STANDARD.tick() : duration(range.group(1));
        Duration highest = duration(range.group(2));
        Consumer<Duration> use = DURATION_SETTINGS.get(setting);

        assertThatCode(() -> use.accept(lowest)).doesNotThrowAnyException();
        assertThatCode(() -> use.accept(highest)).doesNotThrowAnyException();
        assertThatIllegalArgumentException().isThrownBy(() -> use.accept(lowest.minusMillis(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> use.accept(highest.plusMillis(1)));
    }
}
