package io.github.hibernateidgen.internal.guid;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Settings;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The GUID generators of a session factory, one for each format and order.
 *
 * <p>Generators are made by the thread that makes the session factory. All other methods are thread-safe.
 */
final class Guids implements Part {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Settings settings;
    /**
     * The key consists of the names of the format and the order. A record as the key would cost startup time: the first
     * hash of a record loads many classes.
     */
    private final Map<String, GuidGenerator> generators = new ConcurrentHashMap<>();

    Guids(Settings settings) {
        this.settings = settings;
    }

    /** Returns the generator of a format and an order. All attributes with the same format and order share a generator. */
    GuidGenerator generator(GuidFormat format, GuidOrder order) {
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

    /**
     * Drops the random bits that were drawn in advance. The next GUID draws new bits, so no copy of this process repeats
     * the dropped bits.
     */
    @Override
    public void beforeImage() {
        generators.values().forEach(GuidGenerator::forgetRandomBits);
    }

    @Override
    public void afterImage() {
        beforeImage();
    }

    @Override
    public void restart() {
        generators.clear();
    }

    /** Has no effect: GUIDs hold no number that must be released. */
    @Override
    public Runnable close() {
        return () -> {};
    }
}
