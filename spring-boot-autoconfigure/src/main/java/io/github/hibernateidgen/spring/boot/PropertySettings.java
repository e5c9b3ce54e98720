package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.seal.SealKeys;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Binds the {@code idgen.*} properties that a user has set, and adds them to Hibernate's settings: {@code idgen.worker.id}
 * becomes {@code hibernate.idgen.worker.id}. Each row of {@link Setting} has the name and the type of a property. Defaults
 * and ranges are not applied here, but when Hibernate starts. Both auto-configurations import this class as a bean, because
 * each object warns of unknown names.
 */
final class PropertySettings {

    /** The start of the names of all properties. */
    static final String PREFIX = "idgen.";

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen");

    private static final ConfigurationPropertyName IDGEN = ConfigurationPropertyName.of("idgen");

    /**
     * The names that settings have without Spring Boot, or as a mixture: Spring Boot passes {@code
     * spring.jpa.properties.idgen.*} to Hibernate without the prefix that Hibernate's settings have. A property of the
     * application with such a name has no effect.
     */
    private static final List<ConfigurationPropertyName> WITHOUT_EFFECT = Stream.of(
                    "hibernate.idgen", "quarkus.hibernate-idgen", "spring.jpa.properties.idgen")
            .map(ConfigurationPropertyName::of)
            .toList();

    private static final List<String> ONLY_SPRING_BOOT =
            List.of("idgen.jackson.snowflake-as-string", "idgen.metrics.by-attribute");

    private final Map<String, Object> given = new LinkedHashMap<>();
    private final ListableBeanFactory beans;

    /**
     * Binds the properties.
     *
     * @throws IdgenConfigurationException if the configuration has an unknown {@code idgen.*} property, or a setting with
     *     the prefix that it has without Spring Boot. Unknown environment variables and system properties are logged,
     *     because they may belong to another program.
     */
    PropertySettings(Environment environment, ListableBeanFactory beans) {
        this.beans = beans;
        Binder binder = Binder.get(environment);
        Set<String> layouts = binder.bind("idgen.snowflake.layouts", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of())
                .keySet();
        List<String> names = new ArrayList<>(ONLY_SPRING_BOOT);
        for (Setting setting : Setting.values()) {
            for (String name : names(setting, layouts)) {
                names.add(PREFIX + name);
                binder.bind(ConfigurationPropertyName.adapt(PREFIX + name, '.'), Bindable.of(type(setting)))
                        .ifBound(value -> given.put(IdgenSettings.PREFIX + name, value));
            }
        }
        rejectUnknown(environment, names);
    }

    /**
     * Returns the names of the properties of a setting, without their prefix. The setting that takes a layout object has no
     * property, because a layout object is a bean.
     */
    private static List<String> names(Setting setting, Set<String> layouts) {
        String name = setting.shortKey();
        if (setting == Setting.SNOWFLAKE_LAYOUTS) {
            return List.of();
        }
        return name.contains("NAME")
                ? layouts.stream().map(layout -> name.replace("NAME", layout)).toList()
                : List.of(name);
    }

    /** Returns the property's type. If the setting takes an object, the type is text, such as the name of a bean. */
    private static Class<?> type(Setting setting) {
        return setting.type() == Object.class || setting == Setting.CLOCK ? String.class : setting.type();
    }

    private static void rejectUnknown(Environment environment, List<String> names) {
        Set<ConfigurationPropertyName> known = names.stream()
                .map(name -> ConfigurationPropertyName.adapt(name, '.'))
                .collect(Collectors.toSet());
        UnboundElementsSourceFilter checked = new UnboundElementsSourceFilter();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource properties && checked.apply(source)) {
                for (ConfigurationPropertyName name : properties) {
                    if ((IDGEN.isAncestorOf(name) && !known.contains(name))
                            || WITHOUT_EFFECT.stream().anyMatch(other -> other.isAncestorOf(name))) {
                        throw Setting.unknown(name.toString(), allNames());
                    }
                }
            }
        }
        if (environment instanceof ConfigurableEnvironment process) {
            warnings(process, known).forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        }
    }

    /** Returns warnings of system properties and environment variables that look like settings and are no settings. */
    static Stream<String> warnings(ConfigurableEnvironment process, Set<ConfigurationPropertyName> known) {
        List<String> properties = allNames();
        List<String> variables = variables();
        return Stream.concat(
                process.getSystemProperties().keySet().stream()
                        .filter(name ->
                                name.startsWith(PREFIX) && !known.contains(ConfigurationPropertyName.adapt(name, '.')))
                        .map(name -> Setting.unknown(name, properties).getMessage()),
                process.getSystemEnvironment().keySet().stream()
                        .filter(name -> name.startsWith("IDGEN_")
                                && !variables.contains(name.replaceFirst("(LAYOUTS_).+(_)", "$1NAME$2")))
                        .map(name -> Setting.unknown(name, variables).getMessage()));
    }

    /** Returns the names of all properties, with {@code NAME} for the name of a layout. */
    private static List<String> allNames() {
        return Stream.concat(
                        Setting.names(PREFIX).stream().filter(name -> !name.endsWith("NAME")),
                        ONLY_SPRING_BOOT.stream())
                .toList();
    }

    /** Returns the environment variables from which Spring Boot binds the properties: without hyphens, or with underscores. */
    private static List<String> variables() {
        return allNames().stream()
                .flatMap(name -> Stream.of(name.replace("-", ""), name.replace('-', '_')))
                .map(name -> name.replace('.', '_').toUpperCase(Locale.ROOT))
                .toList();
    }

    /** Adds the given settings to the settings of an entity manager factory. Blank keys count as not given. */
    void addTo(Map<String, Object> settings) {
        settings.put(Remedies.NAMES, PREFIX);
        given.forEach((name, value) -> {
            if (!name.equals(IdgenSettings.SEAL_KEYS) || !value.toString().isBlank()) {
                settings.put(name, object(name, value));
            }
        });
    }

    /**
     * Returns the keys of sealed text, which do not depend on an entity manager factory; null without keys.
     *
     * @param bean the application's bean with the keys
     */
    @Nullable
    SealKeys sealKeys(ObjectProvider<SealKeys> bean) {
        Map<String, Object> settings = new HashMap<>();
        Object text = given.getOrDefault(IdgenSettings.SEAL_KEYS, "");
        if (!text.toString().isBlank()) {
            settings.put(IdgenSettings.SEAL_KEYS, keys(text.toString().strip()));
        }
        bean.ifAvailable(keys -> BeanSettings.addKeys(settings, keys));
        return (SealKeys) settings.get(IdgenSettings.SEAL_KEYS);
    }

    /** Returns whether plain text is read where sealed text is expected. */
    boolean acceptsPlain() {
        return Boolean.TRUE.equals(given.get(IdgenSettings.SEAL_ACCEPT_PLAIN));
    }

    /** Returns the object that a property names, or the keys that it lists; for all other properties, the value. */
    private Object object(String name, Object value) {
        String text = value.toString().strip();
        return switch (name) {
            case IdgenSettings.WORKER_SOURCE ->
                text.equals(RedisStores.REDIS) ? redis(name).reservations() : text;
            case IdgenSettings.SEGMENT_SOURCE ->
                text.equals(RedisStores.REDIS) ? redis(name).segments() : text;
            case IdgenSettings.SEAL_KEYS -> keys(text);
            case IdgenSettings.CLOCK -> clock(text);
            default -> value;
        };
    }

    /**
     * Parses the keys. {@code toString} of the result shows no key, so tools that print a factory's settings leak no key.
     */
    private static SealKeys keys(String text) {
        try {
            return SealKeys.parse(text);
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(Secrets.HIDDEN, e);
        }
    }

    private RedisStores redis(String setting) {
        RedisStores stores = beans.getBeanProvider(RedisStores.class).getIfAvailable();
        if (stores == null) {
            throw new IdgenConfigurationException(
                    setting,
                    RedisStores.REDIS,
                    "the store for Redis or the client Lettuce is not on the class path",
                    "add io.github.hibernateidgen:hibernate-idgen-redis and spring-boot-starter-data-redis");
        }
        return stores;
    }

    /** Returns the clock that a property names. Creates no other bean to find it. */
    private InstantSource clock(String name) {
        if (beans.containsBean(name) && beans.getBean(name) instanceof InstantSource clock) {
            return clock;
        }
        throw new IdgenConfigurationException(
                "idgen.clock",
                name,
                "no bean of type " + InstantSource.class.getName() + " has this name",
                "name one of " + List.of(beans.getBeanNamesForType(InstantSource.class, true, false))
                        + " or define it");
    }
}
