package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Settings;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The GUID generators of a session factory, one for each format and order.
 *
 * <p>Generators are made by the thread that makes the session factory; all else is thread-safe.
 */
public final class Guids {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Settings settings;
    /** By the names of both, since the first hash of a record costs a start many classes. */
    private final Map<String, GuidGenerator> generators = new ConcurrentHashMap<>();

    Guids(Settings settings) {
        this.settings = settings;
    }

    /** Returns the generator of a format and an order. All attributes with both share it. */
    public GuidGenerator generator(GuidFormat format, GuidOrder order) {
        String key = format.name() + " in order " + order.name();
        GuidGenerator generator = generators.get(key);
        if (generator == null) {
            generator = make(format, order);
            generators.put(key, generator);
        }
        return generator;
    }

    private GuidGenerator make(GuidFormat format, GuidOrder order) {
        LOG.infof("COMB GUIDs of format %s in order %s", format, order);
        InstantSource clock = settings.clock();
        RepeatableSources sources = settings.repeatable();
        return sources == null
                ? new GuidGenerator(format, order, clock)
                : GuidGenerator.forTests(
                        format, order, clock, sources.randomBits().get());
    }

    /** Draws new random bits before the next GUID, so that no copy of this process repeats those that were drawn. */
    void forgetRandomBits() {
        generators.values().forEach(GuidGenerator::forgetRandomBits);
    }

    /** Makes new generators for the attributes that are bound from now on. */
    void restart() {
        generators.clear();
    }
}
