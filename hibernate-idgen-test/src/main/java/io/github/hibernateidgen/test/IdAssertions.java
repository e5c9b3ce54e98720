package io.github.hibernateidgen.test;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Assertions for ids that AssertJ and the JDK do not have. GUIDs are compared as a database column compares them, which
 * {@link UUID#compareTo} does not do. Rendered text is searched for the {@code toString} of a typed id.
 *
 * <p>If an assertion fails, the method throws an {@link AssertionError}. If values do not ascend, the message has the two
 * values and the place of the second value. If a text has the {@code toString} of a record, the message has this part of the
 * text and the characters around it.
 */
public final class IdAssertions {

    private static final int GUID_BYTES = 16;
    private static final int COMPACT_LENGTH = 32;
    private static final int AROUND = 40;

    /** Matches {@code OrderId[value=1]}, plain or escaped in a URL. */
    private static final Pattern RECORD =
            Pattern.compile("\\b[A-Z][\\w$]*(\\[|%5B)[\\w$]+(=|%3D)[^\\[\\]<>\"'/]*?(\\]|%5D)");

    private IdAssertions() {}

    /**
     * Asserts that a page, a URL or a log has no text like {@code OrderId[value=1]}. A template or a string concatenation
     * writes such a text if it calls the {@code toString} of a typed id.
     *
     * @param text the rendered page, the URL or the log
     * @throws AssertionError if the text has the {@code toString} of a record; the message has this part of the
     *     text and the characters around it
     */
    public static void assertNoRecordText(String text) {
        Matcher found = RECORD.matcher(text);
        if (found.find()) {
            throw new AssertionError("[" + found.group() + "] is the text of a record, in ["
                    + text.substring(Math.max(0, found.start() - AROUND), Math.min(text.length(), found.end() + AROUND))
                    + "]; convert the id, as by ${{order.id}} in Thymeleaf, or give the record a toString");
        }
    }

    /**
     * Asserts that values ascend: each value is greater than the value before it.
     *
     * @param <T> the type of the values: numbers, or texts of equal length
     * @param ids the values, in the order in which they were made
     * @throws AssertionError if a value is not greater than the value before it
     */
    public static <T extends Comparable<? super T>> void assertAscend(Iterable<T> ids) {
        assertAscend(ids, Comparator.naturalOrder(), "by their values");
    }

    /**
     * Asserts that GUIDs ascend in the order of a column: each GUID is greater than the GUID before it.
     *
     * @param order the order of the column
     * @param guids the GUIDs, in the order in which they were made
     * @throws AssertionError if a GUID is not greater than the GUID before it
     */
    public static void assertAscend(GuidOrder order, Iterable<UUID> guids) {
        assertAscend(guids, order.comparator(), "in order " + order);
    }

    /**
     * Asserts that the values of an attribute ascend in the order of its column: each value is greater than the value before
     * it. GUIDs of any type are compared in the order that was chosen for the attribute at startup, numbers by their values,
     * and other text by its characters.
     *
     * @param idgen the generators that made the values
     * @param path the entity and the attribute as in {@link GeneratedAttribute#path()}, for example {@code Order.id}
     * @param ids the values, in the order in which they were made
     * @throws AssertionError if a value is not greater than the value before it
     * @throws IllegalArgumentException if the attribute does not exist, if the attribute has GUIDs and a compared value is
     *     not a GUID, or if the attribute has no GUIDs and a compared value is not {@link Comparable}
     * @throws ClassCastException if the attribute has no GUIDs and the values have different types
     */
    public static void assertAscend(Idgen idgen, String path, Iterable<?> ids) {
        GeneratedAttribute attribute = idgen.attributes().stream()
                .filter(known -> known.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("[" + path
                        + "] is not a generated attribute; generated attributes are "
                        + idgen.attributes().stream()
                                .map(GeneratedAttribute::path)
                                .toList()));
        Comparator<Object> comparator = attribute
                .order()
                .map(order -> comparing(IdAssertions::guid, order.comparator()))
                .orElseGet(() -> comparing(IdAssertions::comparable, IdAssertions::compareSame));
        assertAscend(ids, comparator, "as " + path + " compares, " + attribute.reason());
    }

    private static <T> Comparator<Object> comparing(Function<Object, T> key, Comparator<? super T> comparator) {
        return (a, b) -> comparator.compare(key.apply(a), key.apply(b));
    }

    private static UUID guid(Object value) {
        if (value instanceof UUID guid) {
            return guid;
        }
        if (value instanceof byte[] bytes && bytes.length == GUID_BYTES) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        if (value instanceof String text) {
            return UUID.fromString(
                    text.length() == COMPACT_LENGTH
                            ? text.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5")
                            : text);
        }
        throw new IllegalArgumentException("[" + value + "] is not a GUID; give a UUID, 16 bytes, or its text");
    }

    private static Comparable<?> comparable(Object value) {
        if (value instanceof Comparable<?> comparable) {
            return comparable;
        }
        throw new IllegalArgumentException(
                "[" + value + "] is neither a number nor a text; give values of the attribute");
    }

    @SuppressWarnings("unchecked") // The comparison throws if the types differ.
    private static int compareSame(Comparable<?> a, Comparable<?> b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static <T> void assertAscend(Iterable<? extends T> ids, Comparator<? super T> comparator, String order) {
        T before = null;
        int place = 0;
        for (T id : ids) {
            if (before != null && comparator.compare(before, id) >= 0) {
                throw new AssertionError("ids do not ascend " + order + ": [" + text(id) + "] at " + place
                        + " is not greater than [" + text(before) + "] before it");
            }
            before = id;
            place++;
        }
    }

    private static Object text(Object id) {
        return id instanceof byte[] ? guid(id) : id;
    }
}
