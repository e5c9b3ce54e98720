package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The fields of one layout, and their places in an id. Puts values there and reads them.
 *
 * <p>Immutable and thread-safe.
 */
final class LayoutFields {

    private static final int MAX_ABOVE_TIME = 12;

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
        int bits = 0;
        for (LayoutField field : all) {
            bits += field.bits();
        }
        width = bits;
        requireCounts();
        requireUniqueNames();
        requireAboveTime();
        requireBetweenTimes();
        requireWidth();
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

    /** Returns how many bits the fields of a kind have together. */
    int bits(Kind kind) {
        int bits = 0;
        for (LayoutField field : all) {
            bits += field.kind() == kind ? field.bits() : 0;
        }
        return bits;
    }

    /** Returns the only field of a kind, which the layout must have. */
    LayoutField one(Kind kind) {
        return all.get(index(kind));
    }

    /** Returns where the only field of a kind ends, 0 without one. */
    int shift(Kind kind) {
        return index(kind) < 0 ? 0 : shifts[index(kind)];
    }

    /** Returns where a field ends. */
    int shift(int index) {
        return shifts[index];
    }

    /** Returns the bits that belong to a kind. */
    long mask(Kind kind) {
        long mask = 0;
        for (int i = 0; i < shifts.length; i++) {
            mask |= all.get(i).kind() == kind ? all.get(i).max() << shifts[i] : 0;
        }
        return mask;
    }

    /** Returns a worker number spread over the worker fields, the low bits in the last of them. */
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

    /** Returns the worker number of an id. */
    long worker(long id) {
        long worker = 0;
        for (int i = 0; i < shifts.length; i++) {
            if (all.get(i).kind() == Kind.WORKER) {
                worker = worker << all.get(i).bits() | value(i, id);
            }
        }
        return worker;
    }

    /** Returns the values of entity fields at their places. */
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

    /** Returns a shard number at its place. */
    long shardBits(long shard) {
        int i = index(Kind.SHARD);
        if (i < 0) {
            throw new IllegalArgumentException(
                    "layout [" + layout + "] has no shard field for [" + shard + "]; give it one, shard:BITS");
        }
        return all.get(i).checked(layout, shard) << shifts[i];
    }

    /** Returns the value of the only field of a kind, 0 without one. */
    long value(Kind kind, long id) {
        int i = index(kind);
        return i < 0 ? 0 : value(i, id);
    }

    /** Returns whether the entity and shard fields have the places that they have in another layout. */
    boolean placesValuesAs(LayoutFields other) {
        return mask(Kind.ENTITY) == other.mask(Kind.ENTITY) && mask(Kind.SHARD) == other.mask(Kind.SHARD);
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
        StringJoiner text = new StringJoiner(", ");
        for (LayoutField field : all) {
            text.add(field.name() + " " + field.bits());
        }
        return text.toString();
    }

    private long value(int i, long id) {
        return id >>> shifts[i] & all.get(i).max();
    }

    /** Returns the first field of a kind, from high to low, or -1. */
    int index(Kind kind) {
        for (int i = 0; i < shifts.length; i++) {
            if (all.get(i).kind() == kind) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the last field of a kind, from high to low, or -1. */
    int lastIndex(Kind kind) {
        for (int i = shifts.length - 1; i >= 0; i--) {
            if (all.get(i).kind() == kind) {
                return i;
            }
        }
        return -1;
    }

    private int count(Kind kind) {
        int found = 0;
        for (LayoutField field : all) {
            found += field.kind() == kind ? 1 : 0;
        }
        return found;
    }

    /** The fields above the lowest bit of the time that are no time. */
    List<LayoutField> aboveTime() {
        List<LayoutField> above = new ArrayList<>();
        for (LayoutField field : all.subList(0, lastIndex(Kind.TIME))) {
            if (field.kind() != Kind.TIME) {
                above.add(field);
            }
        }
        return above;
    }

    // Each rule builds its message only when it is broken: every start of an application checks six layouts.

    private void requireCounts() {
        int times = count(Kind.TIME);
        if (times != 1 && times != 2) {
            throw refused("has [" + times + "] TIME fields; give it one, or two with the worker between them");
        }
        int sequences = count(Kind.SEQUENCE);
        if (sequences != 1) {
            throw refused("has [" + sequences + "] " + Kind.SEQUENCE + " fields; give it exactly one");
        }
        requireAtMostOne(Kind.SHARD);
        requireAtMostOne(Kind.SCATTER);
    }

    private void requireAtMostOne(Kind kind) {
        int found = count(kind);
        if (found > 1) {
            throw refused("has [" + found + "] " + kind + " fields; give it one at most");
        }
    }

    /** Fields above the time spread the ids of a moment over several ranges; returns how many. */
    private void requireAboveTime() {
        int time = index(Kind.TIME);
        for (LayoutField field : all.subList(0, time)) {
            if (field.kind() != Kind.SHARD && field.kind() != Kind.SCATTER) {
                throw refused("has [" + field.name()
                        + "] above its time; put the time first, or below a shard and a scatter field only");
            }
        }
        if (index(Kind.SCATTER) >= time) {
            throw refused("has its scatter below its time, where it scatters nothing; put it first");
        }
        int above = 0;
        for (LayoutField field : aboveTime()) {
            above += field.bits();
        }
        if (above > MAX_ABOVE_TIME) {
            throw refused("has [" + above + "] bits above its time, so a span of time is 2^" + above
                    + " ranges of ids; make them " + MAX_ABOVE_TIME + " or fewer");
        }
    }

    /** Refuses a sequence above a part of the time: ids of one generator would descend when that part ascends. */
    private void requireBetweenTimes() {
        int turn = index(Kind.TIME);
        int fine = lastIndex(Kind.TIME);
        if (turn != fine && fine <= turn + 1) {
            throw refused("has two times with nothing between them; put the worker there, or join them");
        }
        if (index(Kind.SEQUENCE) <= fine) {
            throw refused("has its sequence between its two times, so ids would not ascend; put it below both");
        }
    }

    private void requireUniqueNames() {
        Set<String> names = new HashSet<>();
        names.add(one(Kind.TIME).name());
        for (LayoutField field : all) {
            if (field.kind() != Kind.TIME && !names.add(field.name())) {
                throw refused("has two fields [" + field.name() + "]; rename one");
            }
        }
    }

    private void requireWidth() {
        if (width > 63) {
            throw refused("is [" + width + "] bits wide with [" + this + "]; make the fields 63 bits or fewer");
        }
        int ofStates = bits(Kind.TIME) + bits(Kind.SEQUENCE);
        if (ofStates > 62) {
            throw refused("has a time and a sequence of [" + ofStates + "] bits together; make them 62 bits or fewer");
        }
    }

    private IllegalArgumentException refused(String problem) {
        return new IllegalArgumentException("layout [" + layout + "] " + problem);
    }
}
