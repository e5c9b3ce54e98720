package io.github.hibernateidgen.internal.engines;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An attribute and the engine that was chosen for it.
 *
 * @param path the entity and the attribute
 * @param column the column and its type
 * @param reason why it has this layout or order
 * @param snowflake what makes its ids, or null
 * @param guid what makes its GUIDs, or null
 * @param sharding where the shard of its ids comes from, or null
 * @param segments what issues its numbers, or null
 * @param spans which values are of a span of time, or null
 * @param text how its values are written outside of the database
 * @param issued how many values have been made for it
 */
public record BoundAttribute(
        String path,
        String column,
        String reason,
        @Nullable SnowflakeGenerator snowflake,
        @Nullable GuidGenerator guid,
        @Nullable Sharding sharding,
        @Nullable AttributeSegments segments,
        @Nullable TimeSpans spans,
        @Nullable ValueText text,
        LongAdder issued) {

    /** Binds to Snowflake ids. */
    public static BoundAttribute of(
            String path,
            String column,
            String reason,
            SnowflakeGenerator engine,
            @Nullable Sharding sharding,
            @Nullable TimeSpans spans) {
        return new BoundAttribute(path, column, reason, engine, null, sharding, null, spans, null, new LongAdder());
    }

    /** Binds to COMB GUIDs. */
    public static BoundAttribute of(
            String path, String column, String reason, GuidGenerator engine, @Nullable TimeSpans spans) {
        return new BoundAttribute(path, column, reason, null, engine, null, null, spans, null, new LongAdder());
    }

    /** Binds to segments. */
    public static BoundAttribute of(String path, String column, String reason, AttributeSegments segments) {
        return new BoundAttribute(path, column, reason, null, null, null, segments, null, null, new LongAdder());
    }

    /** The same, with how its values are written. */
    public BoundAttribute with(ValueText text) {
        return new BoundAttribute(path, column, reason, snowflake, guid, sharding, segments, spans, text, issued);
    }

    @Override
    public String toString() {
        String values = snowflake != null
                ? "Snowflake ids of layout [" + snowflake.layout().name() + "]"
                        + (sharding == null ? "" : " sharded by " + sharding.attribute())
                : guid != null ? "COMB GUIDs of format " + guid.format() + " in order " + guid.order() : "segments";
        return path + ": " + values + " for column " + column + ", " + reason;
    }
}
