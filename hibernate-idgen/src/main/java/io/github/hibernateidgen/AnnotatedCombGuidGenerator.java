package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.mapping.AnnotatedGenerator;
import io.github.hibernateidgen.internal.mapping.CombGuidValues;
import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.ValueOptions;
import org.hibernate.generator.AnnotationBasedGenerator;

/** The generator behind {@link CombGuid}. Thread-safe once initialized. */
public final class AnnotatedCombGuidGenerator extends AnnotatedGenerator<CombGuid>
        implements AnnotationBasedGenerator<CombGuid> {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public AnnotatedCombGuidGenerator() {}

    @Override
    protected void bind(CombGuid annotation, MappedAttribute attribute) {
        ValueOptions options = new ValueOptions(annotation.prefix(), annotation.sealed(), annotation.assignable());
        bind(
                CombGuidValues.bind(
                        attribute, annotation.format(), annotation.order().explicit(), annotation.text(), options),
                attribute,
                options);
    }
}
