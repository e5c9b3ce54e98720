package io.github.hibernateidgen;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.SegmentOptions;
import io.github.hibernateidgen.internal.mapping.SegmentedGenerator;
import io.github.hibernateidgen.internal.mapping.ValueOptions;
import java.lang.reflect.Member;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/** The generator behind {@link SegmentId}. Thread-safe once initialized. */
public final class AnnotatedSegmentIdGenerator extends SegmentedGenerator
        implements AnnotationBasedGenerator<SegmentId> {

    private static final long serialVersionUID = 1L;

    private transient @Nullable SegmentId annotation;

    /** Called by Hibernate. */
    public AnnotatedSegmentIdGenerator() {}

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this one
    public void initialize(SegmentId annotation, Member member, GeneratorCreationContext context) {
        this.annotation = annotation;
        remember(context, member);
    }

    @Override // Hibernate 7.3 and later call this one
    public void initialize(SegmentId annotation, GeneratorCreationContext context) {
        this.annotation = annotation;
        remember(context);
    }

    @Override
    protected SegmentOptions options(MappedAttribute attribute) {
        SegmentId given = requireNonNull(annotation);
        return new SegmentOptions(
                attribute,
                given.sequence(),
                given.source() == SegmentId.Source.AUTO ? null : given.source() == SegmentId.Source.STORE,
                given.size(),
                given.initial(),
                given.optimizer().hibernateName(),
                given.table(),
                given.offset(),
                given.step(),
                new ValueOptions(given.prefix(), given.sealed(), given.assignable()));
    }
}
