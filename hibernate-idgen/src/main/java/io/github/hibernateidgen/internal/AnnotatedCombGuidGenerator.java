package io.github.hibernateidgen.internal;

import io.github.hibernateidgen.CombGuid;
import java.lang.reflect.Member;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;

/** The generator behind {@link CombGuid}. Thread-safe once initialized. */
public final class AnnotatedCombGuidGenerator extends AttributeGenerator implements AnnotationBasedGenerator<CombGuid> {

    private static final long serialVersionUID = 1L;

    /** For Hibernate. */
    public AnnotatedCombGuidGenerator() {}

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this one
    public void initialize(CombGuid annotation, Member member, GeneratorCreationContext context) {
        initialize(annotation, MappedAttribute.of(context, MappedAttribute.name(member)));
    }

    @Override // Hibernate 7.3 and later call this one
    public void initialize(CombGuid annotation, GeneratorCreationContext context) {
        initialize(annotation, MappedAttribute.of(context, MappedAttribute.name(context.getMemberDetails())));
    }

    private void initialize(CombGuid annotation, MappedAttribute attribute) {
        bind(
                CombGuidValues.bind(attribute, annotation.format(), annotation.order()),
                attribute,
                annotation.assignable());
    }
}
