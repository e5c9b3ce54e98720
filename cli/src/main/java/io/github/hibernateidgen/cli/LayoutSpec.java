package io.github.hibernateidgen.cli;

import static java.util.stream.Collectors.joining;

import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a layout on the command line: a name, or fields as in the settings, then optionally {@code @} and an epoch, then
 * optionally {@code /} and a tick. Examples: {@code twitter@2020-01-01T00:00:00Z}, {@code
 * time:39,worker:16,sequence:8/10ms}.
 */
final class LayoutSpec implements ITypeConverter<SnowflakeLayout> {

    private static final Pattern SPEC = Pattern.compile("(?<fields>[^@/]+)(@(?<epoch>[^/]+))?(/(?<tick>.+))?");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");
    private static final Pattern TICK = Pattern.compile("([0-9]{1,4}) ?ms");

    @Override
    public SnowflakeLayout convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    static SnowflakeLayout parse(String text) {
        Matcher spec = SPEC.matcher(text);
        if (!spec.matches()) {
            throw new IllegalArgumentException("layout [" + text
                    + "] is not readable; write NAME or FIELDS, then @EPOCH and /TICK if they differ");
        }
        String fields = String.valueOf(spec.group("fields")).strip();
        String epoch = spec.group("epoch");
        String tick = spec.group("tick");
        SnowflakeLayout known = fields.contains(":") ? null : named(fields);
        if (known != null && epoch == null && tick == null) {
            return known;
        }
        SnowflakeLayout.Builder builder = SnowflakeLayout.named(text);
        if (known != null) {
            builder.epoch(known.epoch()).tick(known.tick());
        }
        if (epoch != null) {
            builder.epoch(epoch(text, epoch));
        }
        if (tick != null) {
            builder.tick(tick(text, tick));
        }
        return builder.fields(known == null ? fields : fields(known)).build();
    }

    private static SnowflakeLayout named(String name) {
        return KnownLayouts.all().stream()
                .filter(layout -> layout.name().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("layout [" + name + "] has no fields and is not one of "
                        + KnownLayouts.all().stream().map(SnowflakeLayout::name).collect(joining(", "))
                        + "; write fields such as time:41,worker:10,sequence:12"));
    }

    private static String fields(SnowflakeLayout layout) {
        return layout.fields().stream().map(LayoutSpec::field).collect(joining(","));
    }

    private static String field(LayoutField field) {
        String kind = field.kind().name().toLowerCase(Locale.ROOT);
        return (field.name().equals(kind) ? kind : kind + "." + field.name()) + ":" + field.bits();
    }

    private static Instant epoch(String spec, String text) {
        try {
            return MILLIS.matcher(text).matches() ? Instant.ofEpochMilli(Long.parseLong(text)) : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("epoch [" + text + "] of layout [" + spec
                    + "] is not readable; write it as 2024-01-01T00:00:00Z, or in ms since 1970");
        }
    }

    private static Duration tick(String spec, String text) {
        Matcher tick = TICK.matcher(text);
        if (!tick.matches()) {
            throw new IllegalArgumentException(
                    "tick [" + text + "] of layout [" + spec + "] is not readable; write 10ms");
        }
        return Duration.ofMillis(Long.parseLong(String.valueOf(tick.group(1))));
    }
}
