package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.mapping.SegmentedGenerator;

/**
 * Makes numbers of segments through {@code @GenericGenerator}, for mappings that cannot have {@link SegmentId}.
 *
 * <pre>{@code
 * @Id
 * @GeneratedValue(generator = "orders")
 * @GenericGenerator(name = "orders", type = SegmentIdGenerator.class,
 *         parameters = @Parameter(name = "increment_size", value = "1000"))
 * Long id;
 * }</pre>
 *
 * <p>Parameters, all optional, are those of Hibernate's {@code SequenceStyleGenerator}, such as {@code sequence_name},
 * {@code initial_value}, {@code increment_size}, {@code optimizer} ({@code pooled} or {@code pooled-lo}) and
 * {@code force_table_use}; and {@code offset}, {@code step}, {@code prefix}, {@code sealed}, {@code assignable} and {@code source} ({@code database} or
 * {@code redis}), as in the annotation.
 *
 * <p>Thread-safe once configured.
 */
public final class SegmentIdGenerator extends SegmentedGenerator {

    private static final long serialVersionUID = 1L;

    /** Called by Hibernate. */
    public SegmentIdGenerator() {}
}
