package io.github.hibernateidgen.internal.segment;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStatistics;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An attribute with numbers from segments. It throws if the column can't contain a number.
 *
 * <p>Thread-safe.
 */
final class SegmentAttribute extends BoundAttribute {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    /** A warning is logged when fewer than this many numbers are left. */
    private static final long WARNING = 1_000;

    private final TenantSegments segments;
    private final SegmentOrigin origin;

    /** Makes the source of a caller's session. A field, because most numbers are buffered and need no source. */
    private final Function<SharedSessionContractImplementor, @Nullable SegmentSource> callerSource;

    /** Names the column or sequence that ends first. Written at startup, before the first number is made. */
    private final String holder;

    private final long highest;

    /** The last number of the database as startup has read it, which may be raised since; never above {@link #highest}. */
    private volatile long end;

    private volatile String ends;
    private final AtomicBoolean warned = new AtomicBoolean();

    private SegmentAttribute(SegmentOptions options, SegmentOrigin origin, String reason, TenantSegments segments) {
        super(
                options.attribute(),
                options.attribute().columnType(),
                reason,
                values(options.attribute()),
                options.given().assignable(),
                1);
        MappedAttribute attribute = options.attribute();
        this.segments = segments;
        this.origin = origin;
        this.callerSource = origin::callerSource;
        this.highest = highest(attribute);
        this.holder = isInt(attribute.javaType()) && highest == Integer.MAX_VALUE
                ? "an int"
                : "column " + attribute.column().getName()
                        + (attribute.javaType() == String.class
                                ? " of [" + attribute.columnType().length() + "] characters"
                                : " of type " + attribute.columnType());
        this.end = highest;
        this.ends = holder;
    }

    /** Binds an attribute to a sequence or a table. */
    static SegmentAttribute inDatabase(
            SegmentOptions options, DatabaseStructure structure, SegmentOptimizer optimizer, int size) {
        MappedAttribute attribute = options.attribute();
        OffsetAndStep offsetAndStep = options.offsetAndStep();
        if (size < offsetAndStep.step()) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment of this size has no number for some of the [" + offsetAndStep.step() + "] offsets",
                    "give a size of " + offsetAndStep.step() + " or more");
        }
        String reason = size + " at a time, optimizer " + optimizer.hibernateName() + ", " + offsetAndStep;
        Engines engines = attribute.engines();
        StructureSegments origin = new StructureSegments(
                structure, optimizer, size, engines.database().isJta(), engines.part(Segments.class)::connections);
        return bind(options, origin, reason);
    }

    /** Rejects a table of numbers with several rows, and warns of a table without a row. */
    void requireRow(List<Long> rows, NumberTable table, SqlStringGenerationContext names) {
        if (rows.isEmpty()) {
            LOG.warnf(
                    "%s gets no number: %s %s", path(), StructureValue.describe(table.structure()), table.noRow(names));
        } else {
            throw new IdgenConfigurationException(
                    path(),
                    NumberTable.shown(rows),
                    "are the rows of " + StructureValue.describe(table.structure()) + ", but "
                            + NumberTable.SEVERAL_ROWS,
                    table.oneRow(names));
        }
    }

    /** Warns if the sequence has fallen behind the ids in use, or ends before the column does. */
    void compare(SequenceCheck.State state, String sequence) {
        Long inUse = state.inUse();
        if (inUse != null && inUse >= state.next() && segments.offsetAndStep().step() == 1) {
            LOG.warnf(
                    "%s has an id [%d] in the database, but the next number of %s is [%d], so inserts will fail with"
                            + " duplicate keys; restart the sequence or table above [%d]",
                    path(), inUse, sequence, state.next(), inUse);
        }
        if (state.last() < highest) {
            if (state.isSequence()) {
                LOG.warnf(
                        "%s gets no number above [%d], where %s ends, but %s holds up to [%d]; raise the sequence's"
                                + " maximum, for example with alter sequence ... maxvalue",
                        path(), state.last(), sequence, holder, highest);
            }
            ends = state.isSequence() ? sequence : "the column in the database";
            end = state.last();
        }
    }

    /**
     * Binds an attribute to the store of segments.
     *
     * @throws IdgenConfigurationException if a store can't serve the attribute, or the settings give no store
     */
    static SegmentAttribute inStore(SegmentOptions options) {
        StoreSegments segments = options.ofStore();
        String reason = options.given().size() + " at a time from " + segments.describe();
        return bind(options, segments, reason);
    }

    /** Binds an attribute. If it was bound before, it keeps its segments, and takes further numbers from the new origin. */
    private static SegmentAttribute bind(SegmentOptions options, SegmentOrigin origin, String reason) {
        MappedAttribute attribute = options.attribute();
        if (attribute.engines().isReactive()) {
            throw Segments.notReactive(attribute.path());
        }
        ColumnNeed need = need(attribute);
        TenantSegments segments = attribute.bound() instanceof SegmentAttribute known
                ? known.segments
                : attribute.engines().part(Segments.class).attribute(options.offsetAndStep());
        return attribute.add(new SegmentAttribute(options, origin, reason, segments), need);
    }

    /**
     * Accepts any text if the attribute is text and is not sealed, because other programs may write any text to the column. A
     * seal needs a number, so sealed attributes accept only numbers.
     */
    private static Notation values(MappedAttribute attribute) {
        Notation values = attribute.typed(Notation.segments(attribute.javaType()));
        return attribute.javaType() == String.class ? values.ofAnyText() : values;
    }

    private static boolean isInt(Class<?> type) {
        return type == Integer.class || type == int.class;
    }

    /**
     * Returns the requirements on the column. If it is narrower than the column in the mapping, later inserts would fail.
     * Rejects unsupported attribute types.
     */
    private static @Nullable ColumnNeed need(MappedAttribute attribute) {
        Class<?> type = attribute.javaType();
        if (type == String.class) {
            return null; // The number of digits is not known in advance.
        }
        if (type != Long.class && type != long.class && !isInt(type) && type != BigInteger.class) {
            throw attribute.unfillable("@SegmentId", "Long, long, Integer, int, BigInteger or String");
        }
        return ColumnNeed.integers(
                bits(attribute), 0, "the column of the mapping", attribute.sent(), attribute.dialect());
    }

    private static int bits(MappedAttribute attribute) {
        return Math.min(
                (isInt(attribute.javaType()) ? Integer.SIZE : Long.SIZE) - 1,
                attribute.columnType().bits(attribute.dialect()));
    }

    private static long highest(MappedAttribute attribute) {
        if (attribute.javaType() != String.class) {
            return Long.MAX_VALUE >>> (Long.SIZE - 1 - bits(attribute));
        }
        long digits = attribute.columnType().length();
        return digits > 18 ? Long.MAX_VALUE : Long.parseLong("9".repeat((int) digits));
    }

    @Override
    public Kind kind() {
        return Kind.SEGMENT;
    }

    @Override
    protected String describe() {
        return "segments";
    }

    @Override
    public List<SegmentStatistics> segments() {
        return segments.statistics();
    }

    /** Returns which numbers are issued. */
    OffsetAndStep offsetAndStep() {
        return segments.offsetAndStep();
    }

    /** Returns where the segments come from. */
    SegmentOrigin origin() {
        return origin;
    }

    /** Drops buffered numbers and accepts lower numbers again: the table was emptied, and its numbers restart. */
    void reset() {
        segments.reset();
    }

    /**
     * Makes the next value. If no number is buffered, a caller with a connection fetches a segment in its own session, if the
     * origin supports that.
     */
    @Override
    public Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        SharedSessionContractImplementor caller = requireNonNull(session);
        try {
            return counted(value(generator(caller).nextId(caller, callerSource)));
        } catch (IllegalStateException e) {
            throw failed(e);
        }
    }

    /** Makes the next value. The session of this call has no transaction, so no segment is fetched in the session. */
    @Override
    public Object next(SessionFactory factory) {
        try (StatelessSession session = factory.openStatelessSession()) {
            return counted(
                    value(generator((SharedSessionContractImplementor) session).nextId(null)));
        } catch (IllegalStateException e) {
            throw failed(e);
        }
    }

    private SegmentGenerator generator(SharedSessionContractImplementor session) {
        Object tenant = session.getTenantIdentifierValue();
        SegmentGenerator known = segments.known(tenant);
        return known == null ? segments.generator(tenant, () -> origin.separateSource(session)) : known;
    }

    private Object value(long number) {
        if (number > end - WARNING) {
            nearEnd(number);
        }
        return values.value(number);
    }

    private void nearEnd(long number) {
        if (number > highest) {
            throw new IllegalStateException("the next number is [" + number + "], but " + holder + " holds at most ["
                    + highest + "]; give the attribute and its column a wider type, such as Long and bigint");
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warnf(
                    "%s has reached [%d], and %s holds at most [%d]; before the numbers run out, raise the maximum of a"
                            + " sequence, or give the attribute and its column a wider type, such as Long and bigint",
                    path(), number, ends, end);
        }
    }
}
