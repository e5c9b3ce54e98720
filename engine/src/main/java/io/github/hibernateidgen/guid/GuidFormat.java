package io.github.hibernateidgen.guid;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * The meaning of a GUID's 16 bytes: how the time is encoded, and which bits are fixed. {@link GuidOrder} defines where in
 * the GUID the time is.
 *
 * <p>Use {@link #RFC_9562}, or {@link #INNODB} for tables of MySQL or MariaDB. The other formats come from .NET libraries,
 * for tables that a .NET service also writes: the rows of both services sort by time.
 *
 * <table>
 * <caption>The formats; "ticks" are 100 ns since 0001-01-01T00:00:00Z</caption>
 * <tr><th>format</th><th>time</th><th>fixed bits</th><th>first and last instant</th><th>orders that fit</th></tr>
 * <tr><td>{@code RFC_9562}</td><td>48 bits of Unix ms</td><td>version of the order, variant</td>
 *     <td>1970 to 10889</td><td>all</td></tr>
 * <tr><td>{@code INNODB}</td><td>32 and 16 bits of Unix ms, with 16 bits of the lane between them</td><td>version 8 or
 *     4 of the order, variant</td><td>1970 to 10889</td><td>{@code BYTES}, {@code MARIADB}</td></tr>
 * <tr><td>{@code NHIBERNATE}</td><td>16 bits of days since 1900, 32 bits of 3.333333 ms</td><td>version 4, variant</td>
 *     <td>1900-01-01 to 2079-06-06</td><td>{@code SQL_SERVER}, {@code MARIADB}</td></tr>
 * <tr><td>{@code EF_CORE}</td><td>64 bits of ticks, incremented for each id</td><td>version 4</td>
 *     <td>0001 to 9999</td><td>{@code SQL_SERVER}</td></tr>
 * <tr><td>{@code SEQUENTIAL_GUID}</td><td>48 bits of ticks / 10000</td><td>none</td>
 *     <td>0001 to 8920</td><td>{@code SQL_SERVER}, {@code BYTES}</td></tr>
 * <tr><td>{@code RT_COMB}</td><td>48 bits of Unix ms</td><td>version 4, variant</td>
 *     <td>1970 to 10889</td><td>all</td></tr>
 * <tr><td>{@code RT_COMB_LEGACY}</td><td>16 bits of days since 1900, 32 bits of 1/300 s</td>
 *     <td>version 4, variant</td><td>1900-01-01 to 2079-06-06</td><td>{@code SQL_SERVER}, {@code MARIADB}</td></tr>
 * </table>
 *
 * <p>Of the bits that a format leaves random, this library uses 16 as a counter below the time, so the GUIDs of a tick
 * ascend. Other programs that read these formats take the counter for random bits. {@link #EF_CORE} has no counter: it
 * increments the time.
 *
 * <p>Immutable and thread-safe.
 */
public enum GuidFormat {

    /** The standard: version 7, 8 or 4 according to the order. Source: RFC 9562. */
    RFC_9562(FormatTimes.UNIX_MILLIS, GuidOrder.values()) {
        @Override
        long state(long unixMillis) {
            return unixMillis >>> 48 == 0 ? unixMillis << GuidGenerator.COUNTER_BITS : super.state(unixMillis);
        }

        @Override
        UUID compose(GuidOrder order, long state, long random) {
            return order.compose(state, random, order.version());
        }

        @Override
        int version(GuidOrder order) {
            return order.version();
        }
    },

    /**
     * Serves a clustered index of MySQL or MariaDB: the GUIDs of a generator's lane lie together for a <em>turn</em> of
     * 65.536 s, so units of work that overlap fill different pages. A generator has 16 lanes. The bits, from the byte
     * that the order compares first:
     *
     * <pre>
     * turn, 32 | lane, 16 | ms in the turn, 16 | counter, 16 | random, 42
     * </pre>
     *
     * <p>The 16 bits of the lane are random. A generator draws them for the lane's first GUID, and again after it has
     * {@linkplain GuidGenerator#forgetRandomBits forgotten} its random bits; so 58 bits of a GUID are random, as in
     * {@link #RFC_9562}. Between two draws, the GUIDs of a lane ascend. GUIDs of several lanes sort by turn. The
     * version is 8 (RFC 9562, section 5.8) in the order {@code BYTES}, and 4 in the order {@code MARIADB}, which needs
     * version 4.
     */
    INNODB(FormatTimes.UNIX_MILLIS, GuidOrder.BYTES, GuidOrder.MARIADB) {
        @Override
        long state(long unixMillis) {
            return RFC_9562.state(unixMillis);
        }

        @Override
        long generatorBits() {
            return 0xFFFFL << TURN_RANDOM_BITS;
        }

        @Override
        UUID compose(GuidOrder order, long state, long random) {
            long lane = random >>> TURN_RANDOM_BITS & 0xFFFF;
            return order.compose(
                    (state & TURN) | lane << 16 | (state >>> 16 & 0xFFFF),
                    (state & COUNTER) << TURN_RANDOM_BITS | (random & TURN_RANDOM),
                    version(order));
        }

        @Override
        long stateOf(GuidOrder order, UUID guid) {
            long laidOut = order.state(guid);
            return (laidOut & TURN) | (laidOut & 0xFFFF) << 16 | order.random(guid) >>> TURN_RANDOM_BITS;
        }

        @Override
        long randomOf(GuidOrder order, UUID guid) {
            return (order.state(guid) >>> 16 & 0xFFFF) << TURN_RANDOM_BITS | (order.random(guid) & TURN_RANDOM);
        }

        @Override
        int version(GuidOrder order) {
            return order == GuidOrder.BYTES ? 8 : order.version();
        }

        @Override
        public UUID first(GuidOrder order, Instant instant) {
            return super.first(order, requireBorder(instant, 0));
        }

        @Override
        public UUID last(GuidOrder order, Instant instant) {
            return super.last(order, requireBorder(instant, 0xFFFF));
        }

        private static Instant requireBorder(Instant instant, long millisInTurn) {
            long millis = INNODB.state(instant) >>> GuidGenerator.COUNTER_BITS;
            if ((millis & 0xFFFF) != millisInTurn) {
                Instant turn = Instant.ofEpochMilli(millis & ~0xFFFFL);
                throw new WrongArgumentException(
                        "instant [" + instant + "] lies inside a turn, in which GUIDs of format " + INNODB
                                + " sort by lane first",
                        "give a span that begins and ends between turns, such"
                                + " as at " + turn + " or "
                                + turn.plusMillis(0x10000)
                                + ", and drop the GUIDs whose instant(order, guid) is outside of your span");
            }
            return instant;
        }
    },

    /** NHibernate's {@code guid.comb}. Source: NHibernate, {@code GuidCombGenerator}. */
    NHIBERNATE(FormatTimes.NHIBERNATE_DAYS, GuidOrder.SQL_SERVER, GuidOrder.MARIADB),

    /** The value generator of Entity Framework Core. Source: EF Core, {@code SequentialGuidValueGenerator}. */
    EF_CORE(FormatTimes.NET_TICKS, GuidOrder.SQL_SERVER) {
        @Override
        long counterStarts() {
            return 1;
        }

        @Override
        long lastOf(long state) {
            return state;
        }

        @Override
        UUID compose(GuidOrder order, long state, long random) {
            // The version is the top of T6, the second of the eight less significant bytes.
            return GuidOrder.SQL_SERVER.fromRanked(state, (random & ~(0xFL << 52)) | 4L << 52);
        }

        @Override
        long stateOf(GuidOrder order, UUID guid) {
            return GuidOrder.SQL_SERVER.high(guid);
        }

        @Override
        boolean isOwn(GuidOrder order, UUID guid) {
            return guid.version() == version(order);
        }
    },

    /**
     * SequentialGuid, as ABP uses it: its type {@code AtEnd} for a {@code uniqueidentifier}, and elsewhere its types
     * {@code AsString} and {@code AsBinary}, which have the time first in text and in bytes. Source: CodeProject
     * article 388157.
     */
    SEQUENTIAL_GUID(FormatTimes.NET_MILLIS, GuidOrder.SQL_SERVER, GuidOrder.BYTES) {
        @Override
        UUID compose(GuidOrder order, long state, long random) {
            return order.fromRanked(state, random);
        }

        @Override
        long stateOf(GuidOrder order, UUID guid) {
            return order.high(guid);
        }

        @Override
        long randomOf(GuidOrder order, UUID guid) {
            return order.low(guid);
        }

        @Override
        boolean isOwn(GuidOrder order, UUID guid) {
            return true;
        }
    },

    /**
     * RT.Comb with Unix milliseconds. RT.Comb's Sql provider makes the GUIDs of the order {@code SQL_SERVER}, and its
     * PostgreSql provider makes the GUIDs of the order {@code BYTES}.
     */
    RT_COMB(FormatTimes.UNIX_MILLIS, GuidOrder.values()),

    /** RT.Comb's Legacy provider, with the days of NHibernate and ticks of 1/300 s. */
    RT_COMB_LEGACY(FormatTimes.SQL_SERVER_DAYS, GuidOrder.SQL_SERVER, GuidOrder.MARIADB);

    private static final long COUNTER = (1L << GuidGenerator.COUNTER_BITS) - 1;

    private static final int TURN_RANDOM_BITS = 42;
    private static final long TURN_RANDOM = (1L << TURN_RANDOM_BITS) - 1;
    private static final long TURN = -1L << 32;

    private final FormatTimes time;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of never changes.
    private final Set<GuidOrder> orders;

    GuidFormat(FormatTimes time, GuidOrder... orders) {
        this.time = time;
        this.orders = Set.of(orders);
    }

    /** Returns the version of the format's GUIDs: by default 4, the version of random UUIDs. */
    int version(GuidOrder order) {
        return 4;
    }

    /** Returns the lowest state of an instant's tick: the time above a counter of 0. */
    final long state(Instant instant) {
        return time.state(instant);
    }

    /** Returns the lowest state of the tick at a time in Unix milliseconds. */
    long state(long unixMillis) {
        return state(Instant.ofEpochMilli(unixMillis));
    }

    /** Returns the first instant of a state's tick. */
    final Instant instantOf(long state) {
        return time.instantOf(state);
    }

    /** Returns the exclusive upper bound of the random number at which a fresh tick starts its counter: a power of two. */
    long counterStarts() {
        return 1L << 15;
    }

    /** Returns the highest state in the tick of a state. */
    long lastOf(long state) {
        return state | 0xFFFF;
    }

    /** Lays out a state and random bits as a GUID for a column. */
    UUID compose(GuidOrder order, long state, long random) {
        return placement(order).compose(state, random, version(order));
    }

    /** Returns a mask of the random bits that are the same in all GUIDs of a lane. */
    long generatorBits() {
        return 0;
    }

    /** Returns the state that {@link #compose} has laid out in a GUID. */
    long stateOf(GuidOrder order, UUID guid) {
        return placement(order).state(guid);
    }

    /** Returns the random bits that {@link #compose} has laid out in a GUID. */
    long randomOf(GuidOrder order, UUID guid) {
        return order.random(guid);
    }

    /** Returns whether the GUID has the fixed bits of this format. */
    boolean isOwn(GuidOrder order, UUID guid) {
        return guid.version() == version(order) && guid.variant() == 2;
    }

    /**
     * Returns whether the format's GUIDs ascend in an order. A format that does not fit the order of a column must not
     * be used for the column.
     *
     * @param order how a column compares
     * @return whether the format fits the order
     */
    public boolean fits(GuidOrder order) {
        return orders.contains(order);
    }

    /**
     * Returns the instant that a GUID of this format carries.
     *
     * @param order the order of the column that the GUID was made for
     * @param guid the GUID
     * @return the first instant of its tick: {@link #first} and {@link #last} of this instant, or of its turn in {@link
     *     #INNODB}, enclose the GUID
     * @throws IllegalArgumentException if the GUID's fixed bits differ from this format's. Random GUIDs pass where the format
     *     has version 4, and any GUID passes in {@link #SEQUENTIAL_GUID}, which has no fixed bits
     */
    public Instant instant(GuidOrder order, UUID guid) {
        if (!isOwn(order, guid)) {
            throw new WrongArgumentException(
                    "GUID [" + guid + "] is not of format " + this + " in order " + order + ": its version is "
                            + guid.version() + " and its variant " + guid.variant(),
                    "read it with the format and the order it was made for");
        }
        return instantOf(stateOf(order, guid));
    }

    /**
     * Returns the lowest GUID of the tick that an instant falls into.
     *
     * @param order the order of the column
     * @param instant an instant in the format's range
     * @return the inclusive lower end for a query by time
     * @throws IllegalArgumentException if the instant is out of range, or if this format is {@link #INNODB} and the
     *     instant is not in the first millisecond of a turn
     */
    public UUID first(GuidOrder order, Instant instant) {
        return compose(order, state(instant), 0);
    }

    /**
     * Returns the highest GUID of the tick that an instant falls into.
     *
     * @param order the order of the column
     * @param instant an instant in the format's range
     * @return the inclusive upper end for a query by time
     * @throws IllegalArgumentException if the instant is out of range, or if this format is {@link #INNODB} and the
     *     instant is not in the last millisecond of a turn
     */
    public UUID last(GuidOrder order, Instant instant) {
        return compose(order, lastOf(state(instant)), -1);
    }

    /**
     * Converts a GUID of this format for a column that compares in another order, as after a move to another database,
     * or for readers of another format. Time, counter and random bits stay: different GUIDs stay different, and ascend
     * in the new order as they did in the old order. There are three exceptions. GUIDs of several lanes of {@link
     * #INNODB} may change their order within a turn. If the new format's ticks are longer, the GUIDs of a new tick
     * ascend by their counters alone, and 74 bits distinguish them. A conversion from {@link #SEQUENTIAL_GUID} to
     * another format drops 6 of its 64 random bits. Convert the rows that refer to the GUID as well.
     *
     * @param order the order of the column that the GUID was made for
     * @param guid a GUID of this format
     * @param toFormat the format of the result
     * @param toOrder the order of the column that the result is for
     * @return the converted GUID; the given GUID if format and order stay the same
     * @throws IllegalArgumentException if the GUID's fixed bits differ from this format's, a format does not fit its order,
     *     the time does not fit the new format, or exactly one format is {@link #EF_CORE}: its time counts ids
     */
    public UUID convert(GuidOrder order, UUID guid, GuidFormat toFormat, GuidOrder toOrder) {
        instant(order, guid);
        requireFits(order);
        toFormat.requireFits(toOrder);
        if (toFormat == this && toOrder == order) {
            return guid;
        }
        if (this == EF_CORE || toFormat == EF_CORE) {
            throw new WrongArgumentException(
                    "GUID [" + guid + "] can't be converted from " + this + " to " + toFormat
                            + ": EF_CORE counts ids in its time and has no separate counter",
                    "choose another format");
        }
        long state = stateOf(order, guid);
        long converted = toFormat == this ? state : toFormat.state(instantOf(state)) | (state & COUNTER);
        return toFormat.compose(toOrder, converted, randomOf(order, guid));
    }

    private void requireFits(GuidOrder order) {
        if (!fits(order)) {
            throw new WrongArgumentException(
                    "format [" + this + "] does not ascend in order " + order, "choose another format or order");
        }
    }

    /**
     * Returns the order in which this format lays out a GUID for a column: usually the order of the column. If the format
     * does not fit a column of order {@code BYTES}, the time is in the last group, as in the order {@code SQL_SERVER}.
     */
    private GuidOrder placement(GuidOrder order) {
        return fits(order) || order != GuidOrder.BYTES ? order : GuidOrder.SQL_SERVER;
    }
}
