package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.mapping.AttributeGenerator;
import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.SnowflakeValues;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.generator.AnnotationBasedGenerator;

/**
 * The generator behind {@link SnowflakeId}. Thread-safe once initialized.
 *
 * @hidden
 */
@SuppressWarnings("InvalidBlockTag") // Error Prone does not know that a class may be hidden.
public final class AnnotatedSnowflakeIdGenerator extends AttributeGenerator<SnowflakeId>
        implements AnnotationBasedGenerator<SnowflakeId> {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public AnnotatedSnowflakeIdGenerator() {}

    @Override
    protected void prepare(MappedAttribute attribute) {
        attribute.registerWorkerTable();
    }

    @Override
    protected BoundAttribute bind(SnowflakeId annotation, MappedAttribute attribute) {
        Map<String, Long> fields = new HashMap<>();
        for (SnowflakeId.Field field : annotation.fields()) {
            if (fields.put(field.name(), field.value()) != null) {
                throw attribute.invalid(
                        "@SnowflakeId.Field", "is given twice for one field; give each field one number");
            }
        }
        return SnowflakeValues.bind(
                attribute,
                annotation.layout(),
                annotation.text(),
                fields,
                annotation.shardBy(),
                annotation.shardFunction(),
                annotation.assignable());
    }
}
