package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/**
 * Generates the values of an annotated attribute in Java, without SQL. A subclass must declare
 * {@code AnnotationBasedGenerator} again: Hibernate 8.0 reads the annotation's type only from the interfaces that the class
 * declares directly.
 *
 * <p>Thread-safe once bound.
 */
public abstract class AttributeGenerator<A extends Annotation>
        implements BeforeExecutionGenerator, AnnotationBasedGenerator<A>, BoundAttribute.Generator {

    private static final long serialVersionUID = 1L;

    private transient @Nullable BoundAttribute bound;

    /** Subclasses call this constructor. */
    protected AttributeGenerator() {}

    /** Adds to the mapping the tables that the attribute needs beside the entity's own tables. */
    protected void prepare(MappedAttribute attribute) {}

    /** Binds the attribute to its engine, with the options of the annotation. */
    protected abstract BoundAttribute bind(A annotation, MappedAttribute attribute);

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this method
    public final void initialize(A annotation, Member member, GeneratorCreationContext context) {
        bindLater(annotation, MappedAttribute.of(context, annotation, member));
    }

    @Override // Hibernate 7.3 and later call this method
    public final void initialize(A annotation, GeneratorCreationContext context) {
        bindLater(
                annotation,
                MappedAttribute.of(context, annotation, MappedAttribute.member(context.getMemberDetails())));
    }

    private void bindLater(A annotation, MappedAttribute attribute) {
        prepare(attribute);
        attribute.bindLater(() -> {
            bound = bind(annotation, attribute);
            rejectInReactive(attribute, bound);
        });
    }

    /**
     * Rejects two kinds of mapping that Hibernate Reactive handles wrongly. The first fault was seen on 3.3.5, the second
     * fault on 2.4.11 and 3.3.5.
     */
    private static void rejectInReactive(MappedAttribute attribute, BoundAttribute bound) {
        if (!attribute.engines().isReactive()) {
            return;
        }
        if (attribute.isPartOfId()) {
            throw attribute.invalid(
                    "part of an id",
                    "Hibernate Reactive drops the generated value of a part of a composite id",
                    "give the entity an @Id with a single attribute");
        }
        if (bound.isAssignable() && attribute.isWholeId()) {
            throw attribute.invalid(
                    "assignable",
                    "Hibernate Reactive does not pass the id that is set in the entity on to the generator, so a"
                            + " generated id would replace it",
                    "remove assignable, and set no id");
        }
    }

    @Override
    public final BoundAttribute bound() {
        return requireNonNull(bound);
    }

    @Override
    public final Object generate(
            SharedSessionContractImplementor session,
            @Nullable Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        BoundAttribute attribute = bound();
        return currentValue != null && attribute.isAssigned(currentValue)
                ? attribute.assigned(currentValue)
                : attribute.next(session, owner);
    }

    @Override
    public final EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public final boolean allowAssignedIdentifiers() {
        return bound != null && bound.isAssignable();
    }

    /** Returns the text that ends Hibernate's message when it rejects an {@code insert ... select} without an id. */
    @Override
    public final String toString() {
        return "generator of " + (bound == null ? "an attribute" : bound.path())
                + ", which makes values in Java and not in SQL; in an insert ... select,"
                + " select the id too, or persist the entities";
    }
}
