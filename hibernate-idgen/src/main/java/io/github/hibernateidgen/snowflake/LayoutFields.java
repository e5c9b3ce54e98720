package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields of one layout, where they stand in an id, and how values get there and back.
 *
 * <p>Immutable and thread-safe.
 */
final class LayoutFields {

    private final String layout;
    private final List<LayoutField> all;
    private final int[] shifts;
    private final int width;

    /**
     * Checks the fields.
     *
     * @param layout the layout's name, for messages
     * @param fields from high to low
     */
    LayoutFields(String layout, List<LayoutField> fields) {
        this.layout = layout;
        all = List.copyOf(fields);
        shifts = new int[all.size()];
        width = all.stream().mapToInt(LayoutField::bits).sum();
        requireOne(Kind.TIME);
        requireOne(Kind.SEQUENCE);
        requireUniqueNames();
        require(all.get(0).kind() == Kind.TIME, "has [" + all.get(0).name() + "] above its time; put the time first");
        require(width <= 63, "is [" + width + "] bits wide with " + all + "; make the fields 63 bits or fewer");
        int ofStates = bits(Kind.TIME) + bits(Kind.SEQUENCE);
        require(
                ofStates <= 62,
                "has a time and a sequence of [" + ofStates + "] bits together; make them 62 bits or fewer");
        int below = width;
        for (int i = 0; i < shifts.length; i++) {
            below -= all.get(i).bits();
            shifts[i] = below;
        }
    }

    List<LayoutField> all() {
        return all;
    }

    int width() {
        return width;
    }

    /** How many bits the fields of a kind have together. */
    int bits(Kind kind) {
        return all.stream()
                .filter(field -> field.kind() == kind)
                .mapToInt(LayoutField::bits)
                .sum();
    }

    /** The only field of a kind. */
    LayoutField one(Kind kind) {
        return all.get(index(kind));
    }

    /** Where the only field of a kind ends. */
    int shift(Kind kind) {
        return shifts[index(kind)];
    }

    /** The bits that belong to a kind. */
    long mask(Kind kind) {
        long mask = 0;
        for (int i = 0; i < shifts.length; i++) {
            mask |= all.get(i).kind() == kind ? all.get(i).max() << shifts[i] : 0;
        }
        return mask;
    }

    /** A worker number spread over the worker fields, the low bits in the last of them. */
    long workerBits(long worker) {
        long workers = 1L << bits(Kind.WORKER);
        if (worker < 0 || worker >= workers) {
            throw new IllegalArgumentException("worker number [" + worker + "] does not fit layout [" + layout
                    + "], whose worker fields have " + bits(Kind.WORKER) + " bits; give a number from 0 to "
                    + (workers - 1));
        }
        long rest = worker;
        long placed = 0;
        for (int i = shifts.length - 1; i >= 0; i--) {
            LayoutField field = all.get(i);
            if (field.kind() == Kind.WORKER) {
                placed |= (rest & field.max()) << shifts[i];
                rest >>>= field.bits();
            }
        }
        return placed;
    }

    /** The worker number of an id. */
    long worker(long id) {
        long worker = 0;
        for (int i = 0; i < shifts.length; i++) {
            if (all.get(i).kind() == Kind.WORKER) {
                worker = worker << all.get(i).bits() | value(i, id);
            }
        }
        return worker;
    }

    /** The values of entity fields at their places. */
    long entityBits(Map<String, Long> values) {
        long placed = 0;
        Map<String, Long> rest = new HashMap<>(values);
        for (int i = 0; i < shifts.length; i++) {
            LayoutField field = all.get(i);
            Long value = field.kind() == Kind.ENTITY ? rest.remove(field.name()) : null;
            if (value != null) {
                placed |= field.checked(layout, value) << shifts[i];
            }
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "layout [" + layout + "] has no entity field " + rest.keySet() + "; it has "
                            + all.stream()
                                    .filter(field -> field.kind() == Kind.ENTITY)
                                    .map(LayoutField::name)
                                    .toList());
        }
        return placed;
    }

    /** The values of an id's entity fields. */
    Map<String, Long> entityFields(long id) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (int i = 0; i < shifts.length; i++) {
            if (all.get(i).kind() == Kind.ENTITY) {
                values.put(all.get(i).name(), value(i, id));
            }
        }
        return values;
    }

    void requireInLayout(long id) {
        if (id < 0 || id >>> width != 0) {
            throw new IllegalArgumentException("id [" + id + "] is not of layout [" + layout + "], which is " + width
                    + " bits wide; split it with the layout that made it");
        }
    }

    /** Names and widths, from high to low. */
    @Override
    public String toString() {
        return all.stream().map(field -> field.name() + " " + field.bits()).collect(Collectors.joining(", "));
    }

    private long value(int i, long id) {
        return id >>> shifts[i] & all.get(i).max();
    }

    private int index(Kind kind) {
        return all.stream().map(LayoutField::kind).toList().indexOf(kind);
    }

    private void requireOne(Kind kind) {
        long found = all.stream().filter(field -> field.kind() == kind).count();
        require(found == 1, "has [" + found + "] " + kind + " fields; give it exactly one");
    }

    private void requireUniqueNames() {
        Set<String> names = new HashSet<>();
        for (LayoutField field : all) {
            require(names.add(field.name()), "has two fields [" + field.name() + "]; rename one");
        }
    }

    private void require(boolean rule, String problem) {
        if (!rule) {
            throw new IllegalArgumentException("layout [" + layout + "] " + problem);
        }
    }
}
