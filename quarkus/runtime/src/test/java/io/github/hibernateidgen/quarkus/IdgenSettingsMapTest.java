package io.github.hibernateidgen.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Setting;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every setting that text can hold has its name in Quarkus, and its variable in the environment. */
class IdgenSettingsMapTest {

    /** Objects only, and what is fixed when the application is built. */
    private static final List<String> OTHERS =
            List.of(IdgenSettings.PREFIX, IdgenSettings.SNOWFLAKE_LAYOUTS, IdgenSettings.CLOCK);

    private static List<String> names() throws IllegalAccessException {
        List<String> names = new ArrayList<>();
        for (Field field : IdgenSettings.class.getFields()) {
            String name = (String) field.get(null);
            if (!OTHERS.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static SmallRyeConfig config(Class<?> type, Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .withMapping(type)
                .build();
    }

    private static String inQuarkus(String name) {
        return IdgenSettingsMap.PREFIX + name.substring(IdgenSettings.PREFIX.length());
    }

    @Test
    void handsOverEverySettingThatIsSet() throws IllegalAccessException {
        Map<String, String> properties = new HashMap<>();
        Map<String, String> expected = new HashMap<>();
        for (String name : names()) {
            properties.put(inQuarkus(name), "value of " + name);
            expected.put(name, "value of " + name);
        }
        assertThat(IdgenSettingsMap.given(config(IdgenConfig.class, properties)))
                .isEqualTo(expected);
        assertThat(IdgenSettingsMap.given(config(IdgenConfig.class, Map.of()))).isEmpty();
    }

    /** The interface that Quarkus knows the names by has those of the table of settings, and no others. */
    @Test
    void interfaceHasTheNamesOfTheTable() throws IllegalAccessException {
        Set<String> declared = new TreeSet<>();
        addNames(IdgenConfig.class, IdgenSettingsMap.PREFIX, declared);
        assertThat(declared)
                .containsExactlyInAnyOrderElementsOf(
                        names().stream().map(IdgenSettingsMapTest::inQuarkus).toList());
    }

    private static void addNames(Class<?> group, String prefix, Set<String> names) {
        for (Method method : group.getDeclaredMethods()) {
            String name = prefix + method.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (method.getReturnType() == Optional.class) {
                names.add(name);
            } else {
                addNames(method.getReturnType(), name + ".", names);
            }
        }
    }

    /** Other ranges depend on another setting, or on the layout. */
    @Test
    void javadocHasTheRangesOfTheTable() throws IOException {
        String source = Files.readString(
                Path.of("src", "main", "java", "io", "github", "hibernateidgen", "quarkus", "IdgenConfig.java"));
        Matcher member = Pattern.compile(
                        "interface (\\w+) \\{|/\\*\\*((?:(?!\\*/).)*)\\*/\\s+Optional<String> (\\w+)\\(\\);",
                        Pattern.DOTALL)
                .matcher(source);
        Pattern range = Pattern.compile("\\b\\d[\\d,]*(ms|s|m|h)? to \\d[\\d,]*(ms|s|m|h)?\\b");
        String group = "";
        int stated = 0;
        while (member.find()) {
            group = member.group(1) == null ? group : member.group(1).toLowerCase(Locale.ROOT);
            Matcher found = range.matcher(member.group(2) == null ? "" : member.group(2));
            if (found.find()) {
                String name = group + "."
                        + member.group(3).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                assertThat(Stream.of(Setting.values())
                                .filter(setting -> setting.shortKey().equals(name)))
                        .singleElement()
                        .satisfies(setting -> assertThat(found.group().replace(",", ""))
                                .as(name)
                                .isEqualTo(setting.range()));
                stated++;
            }
        }
        assertThat(stated).isEqualTo(6);
    }

    @Test
    void knowsEveryNameAndItsVariable() throws IllegalAccessException {
        for (String name : names()) {
            assertThat(IdgenSettingsMap.knows(inQuarkus(name))).as(name).isTrue();
            assertThat(IdgenSettingsMap.knowsVariable(IdgenSettingsMap.variable(inQuarkus(name))))
                    .as(name)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "quarkus.hibernate-idgen.health.enabled, QUARKUS_HIBERNATE_IDGEN_HEALTH_ENABLED, false",
        "quarkus.hibernate-idgen.snowflake.layouts.wide.fields, QUARKUS_HIBERNATE_IDGEN_SNOWFLAKE_LAYOUTS_WIDE_FIELDS, true",
        "quarkus.hibernate-idgen.worker.idd, QUARKUS_HIBERNATE_IDGEN_WORKER_IDD, false",
        "quarkus.hibernate-idgen.clock, QUARKUS_HIBERNATE_IDGEN_CLOCK, false"
    })
    void tellsOthersFromMisspeltOnes(String name, String variable, boolean known) {
        assertThat(IdgenSettingsMap.knows(name)).isEqualTo(known);
        assertThat(IdgenSettingsMap.variable(name)).isEqualTo(variable);
        assertThat(IdgenSettingsMap.knowsVariable(variable)).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.idgen.snowflake.layout, true",
        "idgen.snowflake.layout, true",
        "idgen.snowflake.layouts.mine.fields, true",
        "idgen.other, false",
        "quarkus.hibernate-idgen.worker.idd, true",
        "quarkus.hibernate-idgen.worker.id, false",
        "quarkus.hibernate-orm.unsupported-properties.\"hibernate.idgen.worker.id\", false"
    })
    void prefixOfAnotherFrameworkIsMisspelt(String name, boolean misspelt) {
        assertThat(IdgenSettingsMap.isMisspelt(name)).isEqualTo(misspelt);
    }

    /** The last column of the table in docs/settings.md says which settings Quarkus lacks, and which it alone has. */
    @Test
    void documentationHasEachNameOfQuarkus() throws IOException, IllegalAccessException {
        Set<String> documented = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| `([a-z][a-zA-Z.-]*\\w)` (?:\\|[^|\n]*){4}\\| *([^|\n]*)\\|$")
                .matcher(Files.readString(Path.of("..", "..", "docs", "settings.md")));
        while (row.find()) {
            documented.add(row.group(1));
            assertThat(IdgenSettingsMap.knows(IdgenSettingsMap.PREFIX + row.group(1)))
                    .as(row.group(1))
                    .isEqualTo(!row.group(2).matches("(not in Quarkus|only Spring Boot).*"));
        }
        assertThat(documented).contains("snowflake.layouts.NAME.fields");
        for (String name : names()) {
            assertThat(documented).contains(name.substring(IdgenSettings.PREFIX.length()));
        }
    }

    @Test
    void declaresLayouts() {
        String prefix = "quarkus.hibernate-idgen.snowflake.layouts.wide.";
        IdgenFixedConfig config = config(
                        IdgenFixedConfig.class,
                        Map.of(prefix + "fields", "time:41, sequence:22", prefix + "tick", "10ms"))
                .getConfigMapping(IdgenFixedConfig.class);
        assertThat(IdgenSettingsMap.layouts(config))
                .isEqualTo(Map.of(
                        "hibernate.idgen.snowflake.layouts.wide.fields",
                        "time:41, sequence:22",
                        "hibernate.idgen.snowflake.layouts.wide.tick",
                        "10ms"));
    }
}
