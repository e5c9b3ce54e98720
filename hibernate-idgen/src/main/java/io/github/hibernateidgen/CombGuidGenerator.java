package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.AttributeGenerator;
import io.github.hibernateidgen.internal.CombGuidValues;
import io.github.hibernateidgen.internal.GeneratorParameters;
import io.github.hibernateidgen.internal.MappedAttribute;
import java.util.Properties;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.Configurable;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * COMB GUIDs through {@code @GenericGenerator}, for mappings that can't carry {@link CombGuid}.
 *
 * <pre>{@code
 * @Id
 * @GeneratedValue(generator = "orders")
 * @GenericGenerator(name = "orders", type = CombGuidGenerator.class)
 * UUID id;
 * }</pre>
 *
 * <p>Parameters, all optional, with the meaning and the defaults of the annotation's members: {@code order}
 * ({@code AUTO}, {@code BYTES}, {@code SQL_SERVER} or {@code MARIADB}), {@code format} (the name of a
 * {@link io.github.hibernateidgen.guid.GuidFormat}) and {@code assignable} ({@code true} or {@code false}).
 *
 * <p>Thread-safe once configured.
 */
public final class CombGuidGenerator extends AttributeGenerator implements Configurable {

    private static final long serialVersionUID = 1L;

    private transient @Nullable GeneratorCreationContext context;

    /** For Hibernate. */
    public CombGuidGenerator() {}

    /**
     * Keeps the context: Hibernate 6.6 calls this, and then the {@code configure} that takes a type.
     *
     * @param context what is being mapped
     */
    public void create(GeneratorCreationContext context) {
        this.context = context;
    }

    @Override
    @SuppressWarnings("removal") // the only one that Hibernate 6.6 has
    public void configure(Type type, Properties parameters, ServiceRegistry services) {
        if (context != null) {
            configure(context, parameters);
        }
    }

    @Override
    public void configure(GeneratorCreationContext context, Properties parameters) {
        MappedAttribute attribute = MappedAttribute.of(context, null);
        GeneratorParameters read = new GeneratorParameters(attribute, parameters);
        bind(CombGuidValues.bind(attribute, read.format(), read.order()), attribute, read.assignable());
    }
}
