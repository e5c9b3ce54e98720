package io.github.hibernateidgen.internal.engines;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The generators of a registry: of Snowflake ids one for each layout in use, of GUIDs one for each format and order.
 *
 * <p>Not thread-safe: {@link Engines} guards it.
 */
final class Generators {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Map<String, SnowflakeGenerator> snowflakes = new HashMap<>();
    private final Map<GuidFormat, Map<GuidOrder, GuidGenerator>> guids = new EnumMap<>(GuidFormat.class);

    /** Survives {@link #clear}: a mapping that is bound again with other settings logs only what changed. */
    private final Set<String> logged = new HashSet<>();

    /**
     * The generator of a layout.
     *
     * @param user the attribute that asks
     * @param layout its layout
     * @param settings the settings in force
     * @param sources gives the source of the worker number
     */
    SnowflakeGenerator snowflake(
            String user, SnowflakeLayout layout, Settings settings, Supplier<WorkerSource> sources) {
        SnowflakeGenerator generator = snowflakes.get(layout.name());
        if (generator == null) {
            generator = shared(layout).orElseGet(() -> make(user, layout, settings, sources));
            snowflakes.put(layout.name(), generator);
        }
        return generator;
    }

    /** Layouts that differ in their names only are of one sequence: two would make the same ids. */
    private Optional<SnowflakeGenerator> shared(SnowflakeLayout layout) {
        Optional<SnowflakeGenerator> other = snowflakes.values().stream()
                .filter(generator -> generator.layout().makesIdsOf(layout))
                .findFirst();
        other.ifPresent(generator -> logOnce("Snowflake layout " + layout.describe() + ", in one sequence with layout "
                + generator.layout().name() + ", which has the same bits"));
        return other.map(generator -> generator.withLayout(layout));
    }

    private void logOnce(String line) {
        if (logged.add(line)) {
            LOG.info(line);
        }
    }

    private SnowflakeGenerator make(
            String user, SnowflakeLayout layout, Settings settings, Supplier<WorkerSource> sources) {
        SnowflakeGenerator generator = settings.generator(user, layout, sources);
        logOnce("Snowflake layout " + layout.describe());
        return generator;
    }

    /** Those of Snowflake ids; those of layouts with the same bits share their sequence. */
    List<SnowflakeGenerator> snowflakes() {
        return List.copyOf(snowflakes.values());
    }

    /** The generator of a format and an order. */
    GuidGenerator guid(GuidFormat format, GuidOrder order, Settings settings) {
        return guids.computeIfAbsent(format, missing -> new EnumMap<>(GuidOrder.class))
                .computeIfAbsent(order, missing -> make(format, order, settings));
    }

    private GuidGenerator make(GuidFormat format, GuidOrder order, Settings settings) {
        logOnce("COMB GUIDs of format " + format + " in order " + order);
        InstantSource clock = settings.clock();
        return settings.repeatable()
                .map(sources -> GuidGenerator.forTests(
                        format, order, clock, sources.randomBits().get()))
                .orElseGet(() -> new GuidGenerator(format, order, clock));
    }

    void forgetRandomBits() {
        guids.values().forEach(byOrder -> byOrder.values().forEach(GuidGenerator::forgetRandomBits));
    }

    /** Snowflake ids end with their worker number; another session factory of the registry gets new generators. */
    void clear() {
        snowflakes.clear();
        guids.clear();
    }
}
