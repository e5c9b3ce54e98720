package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One field of a {@link SnowflakeLayout}: its name, its kind and its width.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind the kind of value in the field
 * @param name letters, digits, {@code _} and {@code -}, starting with a letter
 * @param bits the width, 1 to 62
 */
public record LayoutField(Kind kind, String name, int bits) {

    /** The kinds of fields, by the values they hold. */
    public enum Kind {
        /** Ticks since the layout's epoch. In a layout with two time fields, the first field holds the high bits. */
        TIME,
        /**
         * The worker number, or a part of it. In a layout with several worker fields, the first field holds the high bits.
         */
        WORKER,
        /** A number that the mapping of each entity gives, such as the entity's business line. */
        ENTITY,
        /**
         * A number that is computed from other data of the row, so that, for example, a customer's rows are in one
         * shard.
         */
        SHARD,
        /** A hash of time, worker, lane and sequence, so that ids of the same time are spread over several ranges. */
        SCATTER,
        /**
         * The lane. Each lane of a worker has its own sequence of ids, so that each unit of work fills its own pages.
         */
        LANE,
        /** The counter inside a tick. */
        SEQUENCE
    }

    private static final String TEXT =
            "(?:(?<kindAndName>time|sequence|worker|lane|shard|scatter)|(?<kind>worker|entity)\\.(?<name>[^.:]+?))\\s*:\\s*(?<bits>[0-9]{1,2})";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    /**
     * Checks name and width.
     *
     * @throws IllegalArgumentException if the name has other characters, or the width is out of range
     */
    public LayoutField {
        if (!NAME.matcher(name).matches()) {
            throw new WrongArgumentException(
                    "field name [" + name + "] must start with a letter and go on with letters, digits, '_' or '-'",
                    "rename the field");
        }
        if (bits < 1 || bits > 62) {
            throw new WrongArgumentException(
                    "field [" + name + "] is [" + bits + "] bits wide", "give it a width of 1 to 62");
        }
    }

    /**
     * Parses {@code time:BITS}, {@code worker:BITS}, {@code worker.NAME:BITS}, {@code lane:BITS}, {@code
     * entity.NAME:BITS}, {@code shard:BITS}, {@code scatter:BITS} or {@code sequence:BITS}.
     */
    static LayoutField parse(String text) {
        Matcher field = Pattern.compile(TEXT).matcher(text);
        if (!field.matches()) {
            throw new WrongArgumentException(
                    "field [" + text + "] is not readable",
                    "write time:BITS, worker:BITS, worker.NAME:BITS, lane:BITS, entity.NAME:BITS,"
                            + " shard:BITS, scatter:BITS or sequence:BITS");
        }
        String kindAndName = field.group("kindAndName");
        String kind = kindAndName != null ? kindAndName : Objects.requireNonNull(field.group("kind"));
        String name = kindAndName != null ? kindAndName : Objects.requireNonNull(field.group("name"));
        int bits = Integer.parseInt(Objects.requireNonNull(field.group("bits")));
        return new LayoutField(Kind.valueOf(kind.toUpperCase(Locale.ROOT)), name, bits);
    }

    /** Returns the highest value of the field; the lowest is 0. */
    long max() {
        return (1L << bits) - 1;
    }

    /** Returns the value if it fits the field; otherwise throws. */
    long checked(String layout, long value) {
        if (value < 0 || value > max()) {
            throw new WrongArgumentException(
                    "field [" + name + "] of layout [" + layout + "] can't hold [" + value + "]: it is " + bits
                            + " bits wide",
                    "give a number from 0 to " + max());
        }
        return value;
    }
}
