package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One attribute whose values this library makes, what was chosen for it at start-up and why.
 *
 * <p>Thread-safe.
 */
public final class GeneratedAttribute {

    private final String path;
    private final String column;
    private final String reason;
    private final @Nullable SnowflakeGenerator snowflake;
    private final @Nullable GuidGenerator guid;
    private final LongSupplier issued;

    private GeneratedAttribute(
            String path,
            String column,
            String reason,
            LongSupplier issued,
            @Nullable SnowflakeGenerator snowflake,
            @Nullable GuidGenerator guid) {
        this.path = path;
        this.column = column;
        this.reason = reason;
        this.issued = issued;
        this.snowflake = snowflake;
        this.guid = guid;
    }

    /**
     * Describes an attribute with Snowflake ids.
     *
     * @param path the entity and the attribute
     * @param column the column and its type
     * @param reason why it has this layout
     * @param issued how many values have been made for it
     * @param generator what makes its ids
     * @return the description
     */
    public static GeneratedAttribute of(
            String path, String column, String reason, LongSupplier issued, SnowflakeGenerator generator) {
        return new GeneratedAttribute(path, column, reason, issued, generator, null);
    }

    /**
     * Describes an attribute with COMB GUIDs.
     *
     * @param path the entity and the attribute
     * @param column the column and its type
     * @param reason why it has this order
     * @param issued how many values have been made for it
     * @param generator what makes its GUIDs
     * @return the description
     */
    public static GeneratedAttribute of(
            String path, String column, String reason, LongSupplier issued, GuidGenerator generator) {
        return new GeneratedAttribute(path, column, reason, issued, null, generator);
    }

    /**
     * Returns the entity and the attribute.
     *
     * @return for example {@code Order.id}
     */
    public String path() {
        return path;
    }

    /**
     * Returns the column and its type.
     *
     * @return for example {@code id of type uuid}
     */
    public String column() {
        return column;
    }

    /**
     * Returns why its layout or order was chosen.
     *
     * @return a phrase
     */
    public String reason() {
        return reason;
    }

    /**
     * Returns the layout of its Snowflake ids.
     *
     * @return the layout; none for COMB GUIDs
     */
    public Optional<SnowflakeLayout> layout() {
        return Optional.ofNullable(snowflake).map(SnowflakeGenerator::layout);
    }

    /**
     * Returns the order of its COMB GUIDs.
     *
     * @return the order; none for Snowflake ids
     */
    public Optional<GuidOrder> order() {
        return Optional.ofNullable(guid).map(GuidGenerator::order);
    }

    /**
     * Returns the format of its COMB GUIDs.
     *
     * @return the format; none for Snowflake ids
     */
    public Optional<GuidFormat> format() {
        return Optional.ofNullable(guid).map(GuidGenerator::format);
    }

    /**
     * Returns how many values Hibernate has been given for it.
     *
     * @return 0 or more, since start-up
     */
    public long issued() {
        return issued.getAsLong();
    }

    @Override
    public String toString() {
        String generator = layout().map(layout -> "Snowflake ids of layout [" + layout.name() + "]")
                .orElseGet(
                        () -> "COMB GUIDs of format " + format().orElseThrow() + " in order " + order().orElseThrow());
        return path + ": " + generator + " for column " + column + ", " + reason;
    }
}
