package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The generators of an entity manager factory. Instants and durations are text in ISO-8601, independent of the application's
 * JSON settings for {@code java.time}. Immutable.
 *
 * @param attributes the attributes with generated values
 * @param layouts the layouts in use
 * @param worker the worker number; null if no attribute has Snowflake ids
 */
record FactoryDescription(
        List<Attribute> attributes,
        List<Layout> layouts,
        @Nullable WorkerDescription worker) {

    static FactoryDescription of(Idgen idgen) {
        return new FactoryDescription(
                idgen.attributes().stream().map(Attribute::of).toList(),
                idgen.snowflakeGenerators().stream().map(Layout::of).toList(),
                idgen.workerSource().map(WorkerDescription::of).orElse(null));
    }

    /**
     * An attribute. It has a layout, or a format and an order, or segments.
     *
     * @param attribute the entity and the attribute
     * @param column the column and its type
     * @param layout the layout's name
     * @param shardBy the attribute of the entity that determines the shard
     * @param format the format of GUIDs
     * @param order the order of GUIDs
     * @param reason why this layout, or this format and order, was chosen
     * @param issued how many values were made for the attribute
     * @param segments the statistics of its segments for each tenant; null if the attribute has no segments
     */
    record Attribute(
            String attribute,
            String column,
            @Nullable String layout,
            @Nullable String shardBy,
            @Nullable GuidFormat format,
            @Nullable GuidOrder order,
            String reason,
            long issued,
            @Nullable List<Segments> segments) {

        static Attribute of(GeneratedAttribute attribute) {
            return new Attribute(
                    attribute.path(),
                    attribute.column(),
                    attribute.layout().map(SnowflakeLayout::name).orElse(null),
                    attribute.shardBy().orElse(null),
                    attribute.format().orElse(null),
                    attribute.order().orElse(null),
                    attribute.reason(),
                    attribute.issued(),
                    attribute.kind() == GeneratedAttribute.Kind.SEGMENT
                            ? attribute.segments().stream().map(Segments::of).toList()
                            : null);
        }
    }

    /**
     * The statistics of an attribute's segments.
     *
     * @param size how many numbers a segment has
     * @param buffered how many numbers can be issued without another fetch
     * @param prefetch how many segments the generator keeps ahead now
     * @param fetches how many fetches have brought a segment
     * @param failures how many fetches have failed
     * @param dropped how many segments were dropped because they were below a number that had already been issued
     * @param waits how often a caller had to wait because no number was buffered
     * @param refill how long the last successful fetch took
     * @param failure why the last fetch failed; null unless the last fetch failed
     */
    record Segments(
            long size,
            long buffered,
            int prefetch,
            long fetches,
            long failures,
            long dropped,
            long waits,
            String refill,
            @Nullable String failure) {

        static Segments of(SegmentStatistics statistics) {
            return new Segments(
                    statistics.size(),
                    statistics.buffered(),
                    statistics.prefetch(),
                    statistics.fetches(),
                    statistics.failures(),
                    statistics.dropped(),
                    statistics.waits(),
                    statistics.lastFetch().toString(),
                    statistics
                            .failure()
                            .map(failure -> String.valueOf(failure.getMessage()))
                            .orElse(null));
        }
    }

    /**
     * A layout and the statistics of its generator.
     *
     * @param name the layout's name
     * @param fields the fields, highest bits first
     * @param tick the length of a tick
     * @param workers how many worker numbers the layout has
     * @param lanes how many lanes a worker has
     * @param idsPerTick how many ids a lane of a worker can make in a tick
     * @param begins the epoch
     * @param ends the end of the layout's time range, exclusive
     * @param ahead how far the last id is ahead of the clock
     * @param waits how often a caller had to wait for the clock
     * @param clockStepsBack how often the clock was found to have gone back
     */
    record Layout(
            String name,
            List<LayoutField> fields,
            String tick,
            long workers,
            int lanes,
            long idsPerTick,
            String begins,
            String ends,
            String ahead,
            long waits,
            long clockStepsBack) {

        static Layout of(SnowflakeGenerator generator) {
            SnowflakeLayout layout = generator.layout();
            SnowflakeStatistics statistics = generator.statistics();
            return new Layout(
                    layout.name(),
                    layout.fields(),
                    layout.tick().toString(),
                    layout.workers(),
                    layout.lanes(),
                    layout.idsPerTick(),
                    layout.epoch().toString(),
                    layout.end().toString(),
                    statistics.ahead().toString(),
                    statistics.waits(),
                    statistics.clockStepsBack());
        }
    }
}
