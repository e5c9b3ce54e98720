package io.github.hibernateidgen.internal;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hibernate.service.Service;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The engines of one Hibernate service registry: one Snowflake generator for each layout in use, one GUID generator for
 * each format and order, one worker number for all. Hibernate 7 and later make each id generator twice, so nothing that
 * counts may live in those.
 *
 * <p>Settings are read at the first use, and not where Hibernate makes the service, which would hide our errors behind
 * its own.
 *
 * <p>Thread-safe.
 */
public final class Engines implements Service {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final transient Map<String, Object> given;
    private final transient Map<String, SnowflakeGenerator> snowflakes = new HashMap<>();
    private final transient Map<GuidFormat, Map<GuidOrder, GuidGenerator>> guids = new EnumMap<>(GuidFormat.class);
    private final transient Set<String> seen = new HashSet<>();
    private transient @Nullable Settings settings;
    private transient @Nullable WorkerSource worker;

    Engines(Map<String, Object> given) {
        this.given = given;
    }

    /** The engine of a layout, shared by all attributes that name it. */
    synchronized SnowflakeGenerator snowflake(MappedAttribute attribute, String layoutName) {
        SnowflakeLayout layout = layout(attribute, layoutName);
        SnowflakeGenerator engine = snowflakes.get(layout.name());
        if (engine == null) {
            engine = makeSnowflake(attribute, layout);
            snowflakes.put(layout.name(), engine);
        }
        if (attribute.firstSight()) {
            LOG.infof("%s: Snowflake ids of layout [%s]", attribute.path(), layout.name());
        }
        return engine;
    }

    /** The engine of a format and an order, shared by all attributes that have both. */
    synchronized GuidGenerator guid(GuidFormat format, GuidOrder order) {
        return guids.computeIfAbsent(format, missing -> new EnumMap<>(GuidOrder.class))
                .computeIfAbsent(
                        order,
                        missing -> new GuidGenerator(format, order, settings().clock()));
    }

    /** Whether an attribute has not been asked about before, so that its choice is logged once. */
    synchronized boolean firstSight(String attribute) {
        return seen.add(attribute);
    }

    private Settings settings() {
        if (settings == null) {
            settings = Settings.read(given);
        }
        return settings;
    }

    private SnowflakeLayout layout(MappedAttribute attribute, String name) {
        if (name.isEmpty()) {
            return settings().defaultLayout();
        }
        SnowflakeLayout layout = settings().layouts().get(name);
        if (layout == null) {
            throw attribute.invalid(
                    name,
                    "no layout has this name; use one of "
                            + settings().layouts().keySet() + " or declare " + Settings.fieldsKey(name));
        }
        return layout;
    }

    private SnowflakeGenerator makeSnowflake(MappedAttribute attribute, SnowflakeLayout layout) {
        Instant now = settings().clock().instant();
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            throw attribute.invalid(
                    layout.name(),
                    "the clock reads " + now + ", but the layout lasts from " + layout.epoch() + " to " + layout.end()
                            + "; set the clock right, or use a layout that is in force");
        }
        if (worker == null) {
            worker = settings().worker();
        }
        SnowflakeGenerator engine = settings().generator(attribute, layout, worker);
        LOG.infof("Snowflake layout %s", layout.describe());
        return engine;
    }
}
