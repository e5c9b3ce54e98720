package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.SegmentOptions;
import io.github.hibernateidgen.internal.mapping.SegmentedGenerator;
import io.github.hibernateidgen.internal.segments.SegmentOptimizer;
import org.hibernate.generator.AnnotationBasedGenerator;

/**
 * The generator behind {@link SegmentId}. Thread-safe once initialized.
 *
 * @hidden
 */
@SuppressWarnings("InvalidBlockTag") // Error Prone does not know that a class may be hidden.
public final class AnnotatedSegmentIdGenerator extends SegmentedGenerator<SegmentId>
        implements AnnotationBasedGenerator<SegmentId> {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public AnnotatedSegmentIdGenerator() {}

    @Override
    protected SegmentOptions options(SegmentId given, MappedAttribute attribute) {
        return new SegmentOptions(
                attribute,
                given.sequence(),
                given.source() == SegmentId.Source.AUTO ? null : given.source() == SegmentId.Source.STORE,
                given.size(),
                given.initial(),
                given.optimizer() == SegmentId.Optimizer.AUTO
                        ? null
                        : SegmentOptimizer.valueOf(given.optimizer().name()),
                given.table(),
                given.offset(),
                given.step(),
                given.assignable());
    }
}
