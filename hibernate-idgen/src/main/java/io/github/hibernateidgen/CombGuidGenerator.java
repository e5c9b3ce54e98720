package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.mapping.CombGuidValues;
import io.github.hibernateidgen.internal.mapping.ConfiguredGenerator;
import io.github.hibernateidgen.internal.mapping.GeneratorParameters;
import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.ValueOptions;
import java.util.Set;

/**
 * Makes COMB GUIDs through {@code @GenericGenerator}, for mappings that cannot have {@link CombGuid}.
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
 * {@link io.github.hibernateidgen.guid.GuidFormat}), {@code text} (the name of a {@link GuidNotation}), {@code prefix}, {@code
 * sealed} and {@code assignable} ({@code true} or {@code false}).
 *
 * <p>Thread-safe once configured.
 */
public final class CombGuidGenerator extends ConfiguredGenerator {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public CombGuidGenerator() {
        super(Set.of("order", "format", "text", "prefix", "sealed", "assignable"));
    }

    @Override
    protected void bind(GeneratorParameters parameters, MappedAttribute attribute) {
        GuidFormat format = parameters.constant("format", GuidFormat.RFC_9562);
        CombGuid.Order order = parameters.constant("order", CombGuid.Order.AUTO);
        GuidNotation text = parameters.constant("text", GuidNotation.UUID);
        ValueOptions options = parameters.options();
        bind(CombGuidValues.bind(attribute, format, order.explicit(), text, options), attribute, options);
    }
}
