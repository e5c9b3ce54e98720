package io.github.hibernateidgen.internal.mapping;

import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;

/**
 * A generator that an annotation asks for. Thread-safe once bound. A subclass must declare
 * {@code AnnotationBasedGenerator} again: Hibernate 8.0 looks for the annotation's type among the interfaces of the class
 * itself.
 */
public abstract class AnnotatedGenerator<A extends Annotation> extends AttributeGenerator
        implements AnnotationBasedGenerator<A> {

    private static final long serialVersionUID = 1L;

    /** Subclasses call this constructor. */
    protected AnnotatedGenerator() {}

    /** Binds the attribute as its annotation says. */
    protected abstract void bind(A annotation, MappedAttribute attribute);

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this one
    public final void initialize(A annotation, Member member, GeneratorCreationContext context) {
        bindLater(annotation, MappedAttribute.of(context, MappedAttribute.name(member)));
    }

    @Override // Hibernate 7.3 and later call this one
    public final void initialize(A annotation, GeneratorCreationContext context) {
        bindLater(annotation, MappedAttribute.of(context, MappedAttribute.name(context.getMemberDetails())));
    }

    private void bindLater(A annotation, MappedAttribute attribute) {
        prepare(attribute);
        attribute.mapping().bind(() -> bind(annotation, attribute));
    }
}
