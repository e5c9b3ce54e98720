package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The fields of one layout, with their positions in an id. Writes values to these positions and reads them.
 *
 * <p>Immutable and thread-safe.
 */
final class LayoutFields {

    private static final int MAX_ABOVE_TIME = 12;

    private static final int MAX_LANE = 6;

    private final String layout;
    final List<LayoutField> all;
    final int width;

    /** The masks of the fields, in the order of {@link #all}. */
    private final long[] masks;

    /**
     * Checks the fields.
     *
     * @param layout the layout's name, for messages
     * @param fields from high to low
     */
    LayoutFields(String layout, List<LayoutField> fields) {
        this.layout = layout;
        all = List.copyOf(fields);
        masks = new long[all.size()];
        int bits = 0;
        for (LayoutField field : all) {
            bits += field.bits();
        }
        width = bits;
        requireCounts();
        requireUniqueNames();
        if (width > 63) {
            throw invalid("is [" + width + "] bits wide with [" + this + "]", "make the fields 63 bits or fewer");
        }
        int below = width;
        for (int i = 0; i < masks.length; i++) {
            below -= all.get(i).bits();
            masks[i] = all.get(i).max() << below;
        }
        requireAboveTime();
        requireBetweenTimes();
        requireLaneBetweenTimes();
        int ofStates = bits(Kind.TIME) + bits(Kind.SEQUENCE);
        if (ofStates > 62) {
            throw invalid(
                    "has a time and a sequence of [" + ofStates + "] bits together", "make them 62 bits or fewer");
        }
    }

    /** Returns the mask of a kind's fields; 0 without such a field. */
    long mask(Kind kind) {
        long mask = 0;
        for (int i = 0; i < masks.length; i++) {
            mask |= all.get(i).kind() == kind ? masks[i] : 0;
        }
        return mask;
    }

    /** Returns how many bits the fields of a kind have together. */
    int bits(Kind kind) {
        return Long.bitCount(mask(kind));
    }

    /** Returns the position of the lowest bit of a kind; 64 without such a field. */
    int shift(Kind kind) {
        return Long.numberOfTrailingZeros(mask(kind));
    }

    /** Returns the highest field of a kind. The layout must have such a field. */
    LayoutField first(Kind kind) {
        int i = 0;
        while (all.get(i).kind() != kind) {
            i++;
        }
        return all.get(i);
    }

    /**
     * Returns the number in the fields of a kind; 0 without such a field. The highest field holds the number's high
     * bits. Throws if the id does not fit the layout.
     */
    long value(Kind kind, long id) {
        if (id < 0 || id >>> width != 0) {
            throw new WrongArgumentException(
                    "id [" + id + "] is not of layout [" + layout + "], which is " + width + " bits wide",
                    "split it with the layout that made it");
        }
        return gathered(id, mask(kind));
    }

    /**
     * Returns a number spread over the fields of a kind, as {@link #value} reads the number. The number must fit the
     * fields.
     */
    long placed(Kind kind, long value) {
        long placed = 0;
        long rest = value;
        for (long places = mask(kind); places != 0; places &= places - 1) {
            placed |= (rest & 1) == 0 ? 0 : Long.lowestOneBit(places);
            rest >>>= 1;
        }
        return placed;
    }

    /** Returns the bits of an id at the positions of a mask, moved next to each other. */
    static long gathered(long id, long mask) {
        long gathered = 0;
        long bit = 1;
        for (long places = mask; places != 0; places &= places - 1) {
            gathered |= (id & Long.lowestOneBit(places)) == 0 ? 0 : bit;
            bit <<= 1;
        }
        return gathered;
    }

    /** Returns a worker number, shifted to its position in an id. */
    long workerBits(long worker) {
        long workers = 1L << bits(Kind.WORKER);
        if (worker < 0 || worker >= workers) {
            throw new WrongArgumentException(
                    "worker number [" + worker + "] does not fit layout [" + layout + "], whose worker fields have "
                            + bits(Kind.WORKER) + " bits",
                    "give a number from 0 to " + (workers - 1));
        }
        return placed(Kind.WORKER, worker);
    }

    /** Returns a lane, shifted to its position in an id. */
    long laneBits(long lane) {
        long lanes = 1L << bits(Kind.LANE);
        if (lane < 0 || lane >= lanes) {
            throw new WrongArgumentException(
                    "lane [" + lane + "] does not fit layout [" + layout + "]",
                    "give a number from 0 to " + (lanes - 1));
        }
        return placed(Kind.LANE, lane);
    }

    /** Returns a shard number, shifted to its position in an id. */
    long shardBits(long shard) {
        if (mask(Kind.SHARD) == 0) {
            throw new WrongArgumentException(
                    "layout [" + layout + "] has no shard field for [" + shard + "]", "add a field shard:BITS");
        }
        return placed(Kind.SHARD, first(Kind.SHARD).checked(layout, shard));
    }

    /** Returns the values of entity fields, shifted to their positions in an id. */
    long entityBits(Map<String, Long> values) {
        long placed = 0;
        Map<String, Long> rest = new HashMap<>(values);
        for (int i = 0; i < masks.length; i++) {
            LayoutField field = all.get(i);
            Long value = field.kind() == Kind.ENTITY ? rest.remove(field.name()) : null;
            if (value != null) {
                placed |= field.checked(layout, value) << Long.numberOfTrailingZeros(masks[i]);
            }
        }
        if (!rest.isEmpty()) {
            throw new WrongArgumentException(
                    "layout [" + layout + "] has no entity field " + rest.keySet(),
                    "it has " + List.copyOf(entityFields(0).keySet()));
        }
        return placed;
    }

    /** Returns the values of an id's entity fields, from high to low. */
    Map<String, Long> entityFields(long id) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (int i = 0; i < masks.length; i++) {
            if (all.get(i).kind() == Kind.ENTITY) {
                values.put(all.get(i).name(), gathered(id, masks[i]));
            }
        }
        return values;
    }

    /** Returns the names and widths of the fields, from high to low. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (LayoutField field : all) {
            text.add(field.name() + " " + field.bits());
        }
        return text.toString();
    }

    // A rule builds its message only when the rule is broken, because every start of an application checks six layouts.

    private void requireCounts() {
        int times = count(Kind.TIME);
        if (times != 1 && times != 2) {
            throw invalid("has [" + times + "] TIME fields", "give it one, or two with the worker between them");
        }
        int sequences = count(Kind.SEQUENCE);
        if (sequences != 1) {
            throw invalid("has [" + sequences + "] SEQUENCE fields", "give it exactly one");
        }
        for (Kind kind : List.of(Kind.SHARD, Kind.SCATTER, Kind.LANE)) {
            if (count(kind) > 1) {
                throw invalid("has [" + count(kind) + "] " + kind + " fields", "give it one at most");
            }
        }
    }

    private int count(Kind kind) {
        int found = 0;
        for (LayoutField field : all) {
            found += field.kind() == kind ? 1 : 0;
        }
        return found;
    }

    private void requireUniqueNames() {
        Set<String> names = new HashSet<>();
        names.add(first(Kind.TIME).name());
        for (LayoutField field : all) {
            if (field.kind() != Kind.TIME && !names.add(field.name())) {
                throw invalid("has two fields [" + field.name() + "]", "rename one");
            }
        }
    }

    /**
     * Limits the fields above the time, and the fields between its two parts except a lane. These fields spread the ids of
     * a moment over several ranges.
     */
    private void requireAboveTime() {
        LayoutField top = first(Kind.TIME);
        for (LayoutField field : all.subList(0, all.indexOf(top))) {
            if (field.kind() != Kind.SHARD && field.kind() != Kind.SCATTER) {
                throw invalid(
                        "has [" + field.name() + "] above its time",
                        "put the time first, or below a shard and a scatter field only");
            }
        }
        long scatter = mask(Kind.SCATTER);
        if (scatter != 0 && scatter < mask(Kind.TIME)) {
            throw invalid("has its scatter below its time, where it does not scatter ids", "put it first");
        }
        int above = width - shift(Kind.TIME) - bits(Kind.TIME) - bits(Kind.LANE);
        if (above > MAX_ABOVE_TIME) {
            throw invalid(
                    "has [" + above + "] bits above or within its time, so a span of time is 2^" + above
                            + " ranges of ids",
                    "make them " + MAX_ABOVE_TIME + " or fewer");
        }
    }

    /**
     * Rejects two adjacent times, and a sequence above a part of the time: the sequence starts again in each tick, so
     * the ids of a generator would not ascend.
     */
    private void requireBetweenTimes() {
        long time = mask(Kind.TIME);
        boolean isOneRun = Long.numberOfLeadingZeros(time) + bits(Kind.TIME) + shift(Kind.TIME) == Long.SIZE;
        if (isOneRun && first(Kind.TIME).bits() < bits(Kind.TIME)) {
            throw invalid("has two times side by side", "put the worker between them, or join them");
        }
        if (shift(Kind.SEQUENCE) > shift(Kind.TIME)) {
            throw invalid("has its sequence between its two times, so ids would not ascend", "put it below both");
        }
    }

    /**
     * Rejects a lane that is not between two parts of the time. Below the time, ids of different lanes would be
     * neighbours and share the pages of an index. {@link #requireAboveTime()} rejects a lane above the time.
     */
    private void requireLaneBetweenTimes() {
        long lane = mask(Kind.LANE);
        if (lane == 0) {
            return;
        }
        if (Long.bitCount(lane) > MAX_LANE) {
            throw invalid("has a lane of [" + Long.bitCount(lane) + "] bits", "make it " + MAX_LANE + " or fewer");
        }
        long upper = Long.highestOneBit(mask(Kind.TIME)) >> (first(Kind.TIME).bits() - 1);
        if (lane > upper || lane < Long.lowestOneBit(mask(Kind.TIME))) {
            throw invalid(
                    "has its lane outside of two times, so its lanes would share pages",
                    "put it between them, as in time:25, worker:10, lane:4, time:16, sequence:8");
        }
    }

    private IllegalArgumentException invalid(String rule, String remedy) {
        return new WrongArgumentException("layout [" + layout + "] " + rule, remedy);
    }
}
