package io.github.hibernateidgen.internal.mapping;

import java.util.Properties;
import java.util.Set;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.Configurable;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * A generator that a {@code @GenericGenerator} asks for. It can't serve an annotation too: Hibernate 7.4 also configures
 * the {@code Configurable} generators of embeddables, and fails there because it knows no entity.
 *
 * <p>Thread-safe once bound.
 */
public abstract class ConfiguredGenerator extends AttributeGenerator implements Configurable {

    private static final long serialVersionUID = 1L;

    private final transient Set<String> names;
    private transient @Nullable GeneratorCreationContext context;

    /**
     * Subclasses call this constructor.
     *
     * @param names the names of all parameters
     */
    protected ConfiguredGenerator(Set<String> names) {
        this.names = names;
    }

    /** Binds the attribute as the parameters say. */
    protected abstract void bind(GeneratorParameters parameters, MappedAttribute attribute);

    /** Keeps the context: Hibernate 6.6 calls this, and then the {@code configure} that takes a type. */
    public final void create(GeneratorCreationContext context) {
        this.context = context;
    }

    @Override
    @SuppressWarnings("removal") // the only one that Hibernate 6.6 has
    public final void configure(Type type, Properties parameters, ServiceRegistry services) {
        if (context != null) {
            configure(context, parameters);
        }
    }

    @Override
    public final void configure(GeneratorCreationContext context, Properties given) {
        MappedAttribute attribute = MappedAttribute.of(context, null);
        GeneratorParameters parameters = new GeneratorParameters(attribute, given);
        parameters.requireKnown(names);
        prepare(attribute);
        attribute.mapping().bind(() -> bind(parameters, attribute));
    }
}
