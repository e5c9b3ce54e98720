package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.mapping.SegmentedGenerator;
import java.lang.reflect.Member;
import java.util.Properties;
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
    protected void override(Properties parameters) {
        if (annotation != null) {
            set(parameters, SEQUENCE_PARAM, annotation.sequence());
            set(parameters, OPT_PARAM, annotation.optimizer().hibernateName());
            set(parameters, "source", annotation.source().parameter());
            parameters.setProperty(INITIAL_PARAM, Integer.toString(annotation.initial()));
            parameters.setProperty(INCREMENT_PARAM, Integer.toString(annotation.size()));
            parameters.setProperty(FORCE_TBL_PARAM, Boolean.toString(annotation.table()));
            parameters.setProperty("offset", Integer.toString(annotation.offset()));
            parameters.setProperty("step", Integer.toString(annotation.step()));
            set(parameters, "prefix", annotation.prefix());
            parameters.setProperty("sealed", Boolean.toString(annotation.sealed()));
            parameters.setProperty("assignable", Boolean.toString(annotation.assignable()));
        }
    }

    private static void set(Properties parameters, String name, String value) {
        if (!value.isEmpty()) {
            parameters.setProperty(name, value);
        }
    }
}
