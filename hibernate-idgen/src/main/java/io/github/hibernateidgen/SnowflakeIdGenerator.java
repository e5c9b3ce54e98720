package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.mapping.ConfiguredGenerator;
import io.github.hibernateidgen.internal.mapping.GeneratorParameters;
import io.github.hibernateidgen.internal.mapping.MappedAttribute;
import io.github.hibernateidgen.internal.mapping.SnowflakeValues;
import io.github.hibernateidgen.internal.mapping.ValueOptions;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.Set;

/**
 * Makes Snowflake ids through {@code @GenericGenerator}, for mappings that cannot have {@link SnowflakeId}.
 *
 * <pre>{@code
 * @Id
 * @GeneratedValue(generator = "orders")
 * @GenericGenerator(name = "orders", type = SnowflakeIdGenerator.class,
 *         parameters = @Parameter(name = "layout", value = "short"))
 * Long id;
 * }</pre>
 *
 * <p>Parameters, all optional, with the meaning and the defaults of the annotation's members: {@code layout},
 * {@code text} (the name of a {@link SnowflakeText}), {@code prefix}, {@code sealed} and {@code assignable} ({@code true} or {@code false}),
 * {@code shardBy}, {@code shardFunction} ({@code HASH} or {@code LOW_BITS}), and {@code field.NAME} for each entity field
 * of the layout.
 *
 * <p>Thread-safe once configured.
 */
public final class SnowflakeIdGenerator extends ConfiguredGenerator {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public SnowflakeIdGenerator() {
        super(Set.of(
                "layout",
                "text",
                "shardBy",
                "shardFunction",
                GeneratorParameters.ANY_FIELD,
                "prefix",
                "sealed",
                "assignable"));
    }

    @Override
    protected void prepare(MappedAttribute attribute) {
        attribute.registerWorkerTable();
    }

    @Override
    protected void bind(GeneratorParameters parameters, MappedAttribute attribute) {
        SnowflakeText text = parameters.constant("text", SnowflakeText.CROCKFORD_BASE32);
        ShardFunction function = parameters.constant("shardFunction", ShardFunction.HASH);
        ValueOptions options = parameters.options();
        bind(
                SnowflakeValues.bind(
                        attribute,
                        parameters.text("layout"),
                        text,
                        parameters.fields(),
                        parameters.text("shardBy"),
                        function,
                        options),
                attribute,
                options);
    }
}
