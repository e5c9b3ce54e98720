package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
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
import java.util.List;
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

    private static final Pattern BESIDE = Pattern.compile("`([a-z.-]+)`\\s+\\(`?(\\d+ ?(?:ms|s|m|h))`?\\)");

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
                .hasSize(27);
        assertThat(Stream.of(Setting.values()).map(Setting::key).filter(key -> !key.contains("NAME")))
                .containsExactlyInAnyOrderElementsOf(constants);
        for (Setting setting : Setting.values()) {
            Row row = rows.get(setting.shortKey());
            assertThat(row.group()).as(setting.key()).isIn("essential", "frequent", "advanced");
            assertThat(row.unit().equals("duration")).as(setting.key()).isEqualTo(setting.type() == Duration.class);
            if (!setting.byDefault().equals("")) {
                String byDefault = byDefault(setting.shortKey()).split(";")[0];
                assertThat(setting.type() == Duration.class ? duration(byDefault) : byDefault)
                        .as("the default of %s in docs/settings.md", setting.key())
                        .isEqualTo(setting.type() == Duration.class ? setting.byDefault() : "" + setting.byDefault());
            }
            assertSameRange(setting, row.range());
        }
    }

    /** A setting that nobody sets is a constant. */
    @Test
    void eachRowSaysWhoSetsItAndToWhat() {
        assertThat(rows).hasSizeLessThanOrEqualTo(29);
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

    /** Users of the engine alone get the same defaults. */
    @Test
    void hasTheDefaultsOfTheEngine() {
        assertDefault("ReservationTerms.DEFAULT", Setting.WORKER_NAMESPACE, ReservationTerms.DEFAULT.namespace());
        assertDefault("ReservationTerms.DEFAULT", Setting.WORKER_WINDOW, ReservationTerms.DEFAULT.window());
        assertDefault("ReservationTerms.DEFAULT", Setting.WORKER_TIMEOUT, ReservationTerms.DEFAULT.timeout());
        assertDefault("ReservationTerms.DEFAULT", Setting.WORKER_SETTLE, ReservationTerms.DEFAULT.settle());
        assertDefault("JdbcTable.DEFAULT", Setting.WORKER_JDBC_TABLE, JdbcTable.DEFAULT.name());
        assertDefault("SnowflakeLayout.STANDARD", Setting.SNOWFLAKE_LAYOUT, SnowflakeLayout.STANDARD.name());
        assertDefault("SnowflakeLayout.STANDARD", Setting.SNOWFLAKE_LAYOUTS_EPOCH, SnowflakeLayout.STANDARD.epoch());
        assertDefault("SnowflakeLimits.DEFAULT", Setting.SNOWFLAKE_MAX_AHEAD, SnowflakeLimits.DEFAULT.maxAhead());
        assertDefault("SnowflakeLimits.DEFAULT", Setting.SNOWFLAKE_MAX_WAIT, SnowflakeLimits.DEFAULT.maxWait());
        assertDefault("OffsetAndStep.ALL", Setting.SEGMENT_OFFSET, (long) OffsetAndStep.ALL.offset());
        assertDefault("OffsetAndStep.ALL", Setting.SEGMENT_STEP, (long) OffsetAndStep.ALL.step());
        assertDefault(
                "SegmentLimits.DEFAULT", Setting.SEGMENT_MAX_PREFETCH, (long) SegmentLimits.DEFAULT.maxPrefetch());
        assertDefault("SegmentLimits.DEFAULT", Setting.SEGMENT_TIMEOUT, SegmentLimits.DEFAULT.timeout());
    }

    /** As in "the caller waits for {@code max-wait} (5 s)". */
    @Test
    void pagesHaveTheDefaultsBesideTheNames() throws IOException {
        int stated = 0;
        for (Path page : NamedTestsDocTest.pages()) {
            if (page.toString().contains("decisions")) {
                continue; // They say what was so when they were made.
            }
            Matcher beside = BESIDE.matcher(Files.readString(page));
            while (beside.find()) {
                List<Object> defaults = Stream.of(Setting.values())
                        .filter(setting -> ("." + setting.key()).endsWith("." + beside.group(1)))
                        .map(Setting::byDefault)
                        .toList();
                if (!defaults.isEmpty()) {
                    assertThat(defaults)
                            .as("the default of %s in %s", beside.group(1), page)
                            .contains(duration(beside.group(2).replace(" ", "")));
                    stated++;
                }
            }
        }
        assertThat(stated).isPositive();
    }

    private static void assertDefault(String constant, Setting setting, Object value) {
        assertThat(value)
                .as("%s of the engine, and Setting.%s: change both", constant, setting)
                .isEqualTo(setting.byDefault());
    }

    /** Most defaults are one word after "Default:". */
    @Test
    void javadocHasTheDefaults() throws IOException {
        String source = Files.readString(
                Path.of("src", "main", "java", "io", "github", "hibernateidgen", "config", "IdgenSettings.java"));
        Matcher constant = Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public static final String (\\w+)", Pattern.DOTALL)
                .matcher(source);
        int stated = 0;
        while (constant.find()) {
            Matcher text = Pattern.compile("Default: (?:\\{@code )?(\\w+)[.},]")
                    .matcher(constant.group(1).replaceAll("\\s+(\\* )?", " "));
            if (text.find()) {
                Setting setting = Setting.valueOf(constant.group(2));
                assertThat(setting.type() == Duration.class ? duration(text.group(1)) : text.group(1))
                        .as("the Javadoc of IdgenSettings.%s", setting)
                        .isEqualTo(setting.type() == Duration.class ? setting.byDefault() : "" + setting.byDefault());
                stated++;
            }
        }
        assertThat(stated).isEqualTo(14);
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
