package io.github.hibernateidgen.internal;

import static java.util.stream.Collectors.toMap;

import io.github.hibernateidgen.SnowflakeId;
import java.lang.reflect.Member;
import java.util.Arrays;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;

/** The generator behind {@link SnowflakeId}. Thread-safe once initialized. */
public final class AnnotatedSnowflakeGenerator extends AttributeGenerator
        implements AnnotationBasedGenerator<SnowflakeId> {

    private static final long serialVersionUID = 1L;

    /** For Hibernate. */
    public AnnotatedSnowflakeGenerator() {}

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this one
    public void initialize(SnowflakeId annotation, Member member, GeneratorCreationContext context) {
        initialize(annotation, MappedAttribute.of(context, MappedAttribute.name(member)));
    }

    @Override // Hibernate 7.3 and later call this one
    public void initialize(SnowflakeId annotation, GeneratorCreationContext context) {
        initialize(annotation, MappedAttribute.of(context, MappedAttribute.name(context.getMemberDetails())));
    }

    private void initialize(SnowflakeId annotation, MappedAttribute attribute) {
        var fields = Arrays.stream(annotation.fields())
                .collect(toMap(SnowflakeId.Field::name, SnowflakeId.Field::value, (first, second) -> {
                    throw attribute.invalid(
                            "@SnowflakeId.Field", "is given twice for one field; give each field one number");
                }));
        bind(
                SnowflakeValues.bind(attribute, annotation.layout(), annotation.text(), fields),
                attribute,
                annotation.assignable());
    }
}
