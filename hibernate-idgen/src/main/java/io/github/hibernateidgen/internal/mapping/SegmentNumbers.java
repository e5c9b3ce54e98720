package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeeds;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.segments.HighestId;
import io.github.hibernateidgen.internal.segments.SegmentOptimizer;
import io.github.hibernateidgen.internal.segments.SegmentOrigin;
import io.github.hibernateidgen.internal.segments.SequenceCheck;
import io.github.hibernateidgen.internal.segments.StoreSegments;
import io.github.hibernateidgen.internal.segments.StructureSegments;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentGenerator;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.hibernate.mapping.PersistentClass;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Binds attributes with segments. An instance takes the numbers of one attribute from segments, and throws if the column
 * can't contain a number.
 *
 * <p>Thread-safe.
 */
final class SegmentNumbers implements BoundAttribute.Maker {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    /** A warning is logged when fewer than this many numbers are left. */
    private static final long WARNING = 1_000;

    private final String path;
    private final AttributeSegments segments;
    private final SegmentOrigin origin;
    private final Notation notation;

    /** Names the column or sequence that ends first. Written at startup, before the first number is made. */
    private final String holder;

    private final long highest;

    /** The last number of the database as startup has read it, which may be raised since; never above {@link #highest}. */
    private volatile long end;

    private volatile String ends;
    private final AtomicBoolean warned = new AtomicBoolean();

    private SegmentNumbers(
            MappedAttribute attribute, AttributeSegments segments, SegmentOrigin origin, Notation notation) {
        this.path = attribute.path();
        this.segments = segments;
        this.origin = origin;
        this.notation = notation;
        this.highest = highest(attribute);
        this.holder = isInt(attribute.javaType()) && highest == Integer.MAX_VALUE
                ? "an int"
                : "column " + attribute.column().getName()
                        + (attribute.javaType() == String.class
                                ? " of [" + attribute.columnLength() + "] characters"
                                : " of type " + ColumnType.of(attribute.column()));
        this.end = highest;
        this.ends = holder;
    }

    /** Binds an attribute to a sequence or a table. */
    static BoundAttribute inDatabase(
            SegmentOptions options, DatabaseStructure structure, SegmentOptimizer optimizer, int size) {
        MappedAttribute attribute = options.attribute();
        OffsetAndStep offsetAndStep = options.offsetAndStep();
        if (size < offsetAndStep.step()) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment of this size has no number for some of the [" + offsetAndStep.step()
                            + "] offsets; give a size of " + offsetAndStep.step() + " or more");
        }
        boolean isJta = attribute.engines().database().isJta();
        String reason = size + " at a time, optimizer " + optimizer.hibernateName() + ", " + offsetAndStep;
        SegmentOrigin origin = new StructureSegments(structure, optimizer, size, isJta);
        BoundAttribute bound = bind(options, origin, reason, true);
        PersistentClass entity = attribute.entity();
        if (entity != null && attribute.javaType() != String.class) {
            HighestId inUse = new HighestId(attribute.path(), entity.getRootClass(), attribute.column());
            SequenceCheck check = new SequenceCheck(structure, optimizer, size, inUse);
            SegmentNumbers numbers = (SegmentNumbers) bound.maker();
            HibernateDatabase database = attribute.engines().database();
            attribute
                    .engines()
                    .segments()
                    .atStart(
                            attribute.key(),
                            factory -> check.read(factory, database)
                                    .ifPresent(state -> numbers.compare(state, check.describe())));
        }
        return bound;
    }

    /** Warns if the sequence has fallen behind the ids in use, or ends before the column does. */
    private void compare(SequenceCheck.State state, String sequence) {
        Long inUse = state.inUse();
        if (inUse != null && inUse >= state.next() && segments.offsetAndStep().step() == 1) {
            LOG.warnf(
                    "%s has an id [%d] in the database, but the next number of %s is [%d], so inserts will fail with"
                            + " duplicate keys; restart the sequence or table above [%d]",
                    path, inUse, sequence, state.next(), inUse);
        }
        if (state.last() < highest) {
            if (state.isSequence()) {
                LOG.warnf(
                        "%s gets no number above [%d], where %s ends, but %s holds up to [%d]; raise the sequence's"
                                + " maximum, for example with alter sequence ... maxvalue",
                        path, state.last(), sequence, holder, highest);
            }
            ends = state.isSequence() ? sequence : "the column in the database";
            end = state.last();
        }
    }

    /**
     * Binds an attribute to the store of segments, and registers a check of the store, which runs at startup.
     *
     * @throws IdgenConfigurationException if a store can't serve the attribute, or the settings give no store
     */
    static BoundAttribute inStore(SegmentOptions options) {
        MappedAttribute attribute = options.attribute();
        StoreSegments segments = options.ofStore();
        attribute.engines().segments().atStart(attribute.key(), segments::check);
        String reason = options.size() + " at a time from " + segments.describe();
        return bind(options, segments, reason, false);
    }

    private static BoundAttribute bind(
            SegmentOptions options, SegmentOrigin origin, String reason, boolean inDatabase) {
        MappedAttribute attribute = options.attribute();
        Notation notation = attribute.typed(Notation.segments(attribute.javaType()));
        requireColumn(attribute);
        BoundAttribute known = attribute.bound();
        AttributeSegments segments = known == null
                ? attribute.engines().segments().attribute(options.offsetAndStep(), inDatabase)
                : (AttributeSegments) known.engine();
        return attribute.add(new BoundAttribute(
                attribute.path(),
                attribute.place(ColumnType.of(attribute.column()), options.assignable()),
                "segments",
                reason,
                attribute.text(
                        attribute.javaType() == String.class ? notation.ofAnyText() : notation, options.assignable()),
                segments,
                new SegmentNumbers(attribute, segments, origin, notation),
                UnaryOperator.identity(),
                options.assignable(),
                null,
                null,
                attribute.issued()));
    }

    /**
     * Accepts any text if the attribute is text and is not sealed, because other programs may write any text to the column. A
     * seal needs a number, so sealed attributes accept only numbers.
     */
    private static boolean isInt(Class<?> type) {
        return type == Integer.class || type == int.class;
    }

    /**
     * Rejects unsupported attribute types, and registers a check of the database's column. If that column is narrower than
     * the column in the mapping, later inserts would fail.
     */
    private static void requireColumn(MappedAttribute attribute) {
        Class<?> type = attribute.javaType();
        if (type == String.class) {
            return; // The number of digits is not known in advance.
        }
        if (type != Long.class && type != long.class && !isInt(type) && type != BigInteger.class) {
            throw attribute.unfillable("@SegmentId", "Long, long, Integer, int, BigInteger or String");
        }
        attribute.requires(ColumnNeeds.integers(
                bits(attribute), 0, "the column of the mapping", attribute.sent(), attribute.dialect()));
    }

    private static int bits(MappedAttribute attribute) {
        return Math.min(
                (isInt(attribute.javaType()) ? Integer.SIZE : Long.SIZE) - 1,
                ColumnType.of(attribute.column()).bits(attribute.dialect()));
    }

    private static long highest(MappedAttribute attribute) {
        if (attribute.javaType() != String.class) {
            return Long.MAX_VALUE >>> (Long.SIZE - 1 - bits(attribute));
        }
        long digits = attribute.columnLength();
        return digits > 18 ? Long.MAX_VALUE : Long.parseLong("9".repeat((int) digits));
    }

    /**
     * Makes the next value. If no number is buffered, a caller with a connection fetches a segment in its own session, if the
     * origin supports that.
     */
    @Override
    public Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        SharedSessionContractImplementor caller = requireNonNull(session);
        return value(generator(caller).nextId(origin.callerSource(caller)));
    }

    /** Makes the next value. The session of this call has no transaction, so no segment is fetched in the session. */
    @Override
    public Object next(SessionFactory factory) {
        try (StatelessSession session = factory.openStatelessSession()) {
            return value(generator((SharedSessionContractImplementor) session).nextId(null));
        }
    }

    private SegmentGenerator generator(SharedSessionContractImplementor session) {
        Object tenant = Optional.ofNullable(session.getTenantIdentifierValue());
        return segments.generator(tenant, () -> origin.separateSource(session));
    }

    private Object value(long number) {
        if (number > end - WARNING) {
            nearEnd(number);
        }
        return notation.value(number);
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
                    path, number, ends, end);
        }
    }
}
