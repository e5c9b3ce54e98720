package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.mapping.AttributeGenerator;
import io.github.hibernateidgen.internal.mapping.CombGuidValues;
import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import org.hibernate.generator.AnnotationBasedGenerator;

/**
 * The generator behind {@link CombGuid}. Thread-safe once initialized.
 *
 * @hidden
 */
@SuppressWarnings("InvalidBlockTag") // Error Prone does not know that a class may be hidden.
public final class AnnotatedCombGuidGenerator extends AttributeGenerator<CombGuid>
        implements AnnotationBasedGenerator<CombGuid> {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public AnnotatedCombGuidGenerator() {}

    @Override
    protected BoundAttribute bind(CombGuid annotation, MappedAttribute attribute) {
        return CombGuidValues.bind(
                attribute, annotation.format(), annotation.order().explicit(), annotation.assignable());
    }
}
