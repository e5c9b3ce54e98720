package io.github.hibernateidgen.test;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Assertions on ids, which AssertJ and the classes of the JDK do not make: {@link UUID#compareTo} compares as no column does,
 * and no template reports that it wrote a record.
 *
 * <p>All methods throw an {@link AssertionError} that names the values and their places.
 */
public final class IdAssertions {

    private static final int GUID_BYTES = 16;
    private static final int COMPACT_LENGTH = 32;
    private static final int AROUND = 40;

    /** Matches {@code OrderId[value=1]}, also where an address has escaped it. */
    private static final Pattern RECORD =
            Pattern.compile("\\b[A-Z][\\w$]*(\\[|%5B)[\\w$]+(=|%3D)[^\\[\\]<>\"'/]*?(\\]|%5D)");

    private IdAssertions() {}

    /**
     * Asserts that a page, an address or a log has no text of a record, as {@code OrderId[value=1]}: a template, or a
     * concatenation, wrote a typed id by its {@code toString}.
     *
     * @param text the page, as it was rendered
     * @throws AssertionError if it has such a text, which the message shows with what is around it
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
     * Asserts that values ascend, each greater than the one before.
     *
     * @param <T> a number, or a text of one length
     * @param ids the values, in the sequence in which they were made
     * @throws AssertionError if one is not greater than the one before
     */
    public static <T extends Comparable<? super T>> void assertAscend(Iterable<T> ids) {
        assertAscend(ids, Comparator.naturalOrder(), "by their values");
    }

    /**
     * Asserts that GUIDs ascend as a column compares them, each greater than the one before.
     *
     * @param order how the column compares
     * @param guids the GUIDs, in the sequence in which they were made
     * @throws AssertionError if one is not greater than the one before
     */
    public static void assertAscend(GuidOrder order, Iterable<UUID> guids) {
        assertAscend(guids, order.comparator(), "in order " + order);
    }

    /**
     * Asserts that the values of an attribute ascend as its column compares them, each greater than the one before: GUIDs in
     * the order that was chosen for the attribute at start-up, whatever type holds them; numbers by their values; text of
     * Snowflake ids by its characters.
     *
     * @param idgen what has made the values
     * @param path the entity and the attribute, as in {@link GeneratedAttribute#path()}: {@code Order.id}
     * @param ids the values, in the sequence in which they were made
     * @throws AssertionError if one is not greater than the one before
     * @throws IllegalArgumentException if there is no such attribute, or a value is not of a type that it can have
     */
    public static void assertAscend(Idgen idgen, String path, Iterable<?> ids) {
        GeneratedAttribute attribute = idgen.attributes().stream()
                .filter(known -> known.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("[" + path
                        + "] is no attribute whose values are generated, which are "
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
        throw new IllegalArgumentException("[" + value + "] is no GUID; give a UUID, 16 bytes, or its text");
    }

    private static Comparable<?> comparable(Object value) {
        if (value instanceof Comparable<?> comparable) {
            return comparable;
        }
        throw new IllegalArgumentException("[" + value + "] is no number and no text; give values of the attribute");
    }

    @SuppressWarnings("unchecked") // Those of one attribute are of one type, or the comparison throws.
    private static int compareSame(Comparable<?> a, Comparable<?> b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static <T> void assertAscend(Iterable<? extends T> ids, Comparator<? super T> comparator, String how) {
        T before = null;
        int place = 0;
        for (T id : ids) {
            if (before != null && comparator.compare(before, id) >= 0) {
                throw new AssertionError("ids do not ascend " + how + ": [" + text(id) + "] at " + place
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
