package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.ValueText;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.segments.SegmentOptimizer;
import io.github.hibernateidgen.internal.segments.SegmentOrigin;
import io.github.hibernateidgen.internal.segments.StoreSegments;
import io.github.hibernateidgen.internal.segments.StructureSegments;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.Optional;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jspecify.annotations.Nullable;

/**
 * Takes the numbers of one attribute from its segments, and converts them to the attribute's type.
 *
 * <p>Thread-safe.
 */
final class SegmentNumbers {

    private final BoundAttribute.Segment bound;
    private final SegmentOrigin origin;
    private final SegmentValues values;

    private SegmentNumbers(BoundAttribute.Segment bound, SegmentOrigin origin, SegmentValues values) {
        this.bound = bound;
        this.origin = origin;
        this.values = values;
    }

    /** Binds an attribute to a sequence or a table. */
    static SegmentNumbers inDatabase(
            SegmentOptions options, DatabaseStructure structure, SegmentOptimizer optimizer, int size) {
        MappedAttribute attribute = options.attribute();
        OffsetAndStep offsetAndStep = options.offsetAndStep();
        if (size < offsetAndStep.step()) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment would not have a number of each of [" + offsetAndStep.step()
                            + "] offsets; make it larger");
        }
        boolean isJta = attribute.engines().database().isJta();
        String reason = size + " at a time, optimizer " + optimizer.hibernateName() + ", " + offsetAndStep;
        SegmentOrigin origin = new StructureSegments(structure, optimizer, size, isJta);
        return bind(options, origin, reason, offsetAndStep, true);
    }

    /**
     * Binds an attribute to the store of segments, and has the store checked at the start.
     *
     * @throws IdgenConfigurationException if the attribute can't have such segments, or the settings give no store
     */
    static SegmentNumbers inStore(SegmentOptions options) {
        MappedAttribute attribute = options.attribute();
        OffsetAndStep offsetAndStep = options.offsetAndStep();
        StoreSegments segments = options.ofStore(offsetAndStep);
        attribute.engines().atStart(attribute.key(), segments::check);
        String reason = options.size() + " at a time from " + segments.describe();
        return bind(options, segments, reason, offsetAndStep, false);
    }

    private static SegmentNumbers bind(
            SegmentOptions options,
            SegmentOrigin origin,
            String reason,
            OffsetAndStep offsetAndStep,
            boolean inDatabase) {
        MappedAttribute attribute = options.attribute();
        ValueText text = ValueTexts.segments(attribute, options.values());
        SegmentValues values = SegmentValues.of(attribute);
        SegmentValues.requireColumn(attribute);
        BoundAttribute bound = attribute
                .engines()
                .attributes()
                .add(
                        attribute.key(),
                        () -> new BoundAttribute.Segment(
                                attribute.facts(ColumnType.of(attribute.column()), reason, text, options.values()),
                                attribute.engines().segments(offsetAndStep, inDatabase)));
        return new SegmentNumbers((BoundAttribute.Segment) bound, origin, values);
    }

    AttributeSegments segments() {
        return bound.segments();
    }

    /** Makes the next value. A caller that waits for long fetches a segment in its own session, if the origin can. */
    Object next(SharedSessionContractImplementor session) {
        return next(session, origin.within(session));
    }

    /** Makes the next value for code that has no entity, and whose session has no transaction. */
    Object nextApart(SharedSessionContractImplementor session) {
        return next(session, null);
    }

    private Object next(SharedSessionContractImplementor session, @Nullable SegmentSource own) {
        try {
            Object value = values.value(generator(session).nextId(own));
            bound.facts().issued().increment();
            return value;
        } catch (IllegalStateException e) {
            throw new IdentifierGenerationException(bound.path() + ": " + e.getMessage(), e);
        }
    }

    private SegmentGenerator generator(SharedSessionContractImplementor session) {
        Object tenant = Optional.ofNullable(session.getTenantIdentifierValue());
        return bound.segments().generator(tenant, () -> origin.apart(session));
    }
}
