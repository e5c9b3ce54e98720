package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.internal.text.Spelling;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads typed settings, and keeps track of those that were not read. Thread-safe. */
final class SettingsReader {

    /** The settings that tell Hibernate, in one version or another, to start without its database. */
    private static final Map<String, List<String>> NO_DATABASE_AT_START = Map.of(
            "hibernate.boot.allow_jdbc_metadata_access", List.of("false", "disallow"),
            "hibernate.temp.use_jdbc_metadata_defaults", List.of("false"));

    private final boolean isOffline;
    private final Map<String, Object> given = new HashMap<>();
    private final Set<String> read = ConcurrentHashMap.newKeySet();

    private final Function<String, Class<?>> classes;

    /**
     * Reads settings.
     *
     * @param classes finds the classes that settings name, as Hibernate does
     */
    SettingsReader(Map<String, Object> settings, Function<String, Class<?>> classes) {
        this.classes = classes;
        this.isOffline = isOffline(settings);
        for (Map.Entry<String, Object> setting : settings.entrySet()) {
            if (setting.getKey().startsWith(IdgenSettings.PREFIX) && setting.getValue() != null) {
                given.put(setting.getKey(), fixed(setting.getValue()));
            }
        }
    }

    /** Returns a value that does not change any more, since settings are read more than once. */
    private static Object fixed(Object value) {
        return value instanceof CharSequence || value instanceof Number ? value.toString() : value;
    }

    private static boolean isOffline(Map<String, Object> settings) {
        for (Map.Entry<String, List<String>> setting : NO_DATABASE_AT_START.entrySet()) {
            String value = String.valueOf(settings.get(setting.getKey())).strip();
            if (setting.getValue().contains(value.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /** Whether Hibernate starts without its database. */
    boolean isOffline() {
        return isOffline;
    }

    /** Whether no setting of this library is given, so that each has its default. */
    boolean isEmpty() {
        return given.isEmpty();
    }

    boolean has(String key) {
        read.add(key);
        return given.containsKey(key);
    }

    /**
     * Returns the class of a name.
     *
     * @throws org.hibernate.boot.registry.classloading.spi.ClassLoadingException if there is none, or it can't be loaded
     */
    Class<?> classNamed(String name) {
        return classes.apply(name);
    }

    List<String> keys(String prefix) {
        List<String> found = new ArrayList<>();
        for (String key : given.keySet()) {
            if (key.startsWith(prefix)) {
                found.add(key);
            }
        }
        return found;
    }

    /** Returns the value as it was given. */
    Object get(String key, Object byDefault) {
        read.add(key);
        return given.getOrDefault(key, byDefault);
    }

    /** Returns the value as it was given, or null if there is none. */
    @Nullable
    Object get(String key) {
        read.add(key);
        return given.get(key);
    }

    String text(String key, String byDefault) {
        return get(key, byDefault).toString().strip();
    }

    /** Whether the first of two words was given. Other words are refused. */
    boolean isFirst(String key, String first, String second, boolean byDefault) {
        return word(key, List.of(first, second), byDefault ? first : second).equals(first);
    }

    /** Returns the constant whose word was given: its name in lower case, with hyphens. Other words are refused. */
    <E extends Enum<E>> E constant(String key, E byDefault) {
        List<E> constants = List.of(byDefault.getDeclaringClass().getEnumConstants());
        List<String> words = new ArrayList<>();
        for (E constant : constants) {
            words.add(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return constants.get(words.indexOf(word(key, words, words.get(constants.indexOf(byDefault)))));
    }

    private String word(String key, List<String> words, String byDefault) {
        String text = text(key, byDefault);
        if (!words.contains(text)) {
            int last = words.size() - 1;
            throw new IdgenConfigurationException(
                    key, text, "use " + String.join(", ", words.subList(0, last)) + " or " + words.get(last));
        }
        return text;
    }

    long number(String key, long byDefault) {
        String text = text(key, Long.toString(byDefault));
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IdgenConfigurationException(key, text, "give a whole number", e);
        }
    }

    Duration duration(String key, Duration byDefault) {
        Object value = get(key, byDefault);
        if (value instanceof Duration duration) {
            return duration;
        }
        String text = value.toString().strip();
        Matcher matcher = Pattern.compile("([0-9]{1,12})\\s*(ms|s|m|h)").matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IdgenConfigurationException(
                    key, text, "write a duration with its unit, such as 250ms, 5s, 1m, 1h or PT5S", e);
        }
    }

    <T> T object(String key, Class<T> type, T byDefault) {
        return has(key) ? object(key, type) : byDefault;
    }

    <T> T object(String key, Class<T> type) {
        Object value = get(key, "");
        if (!type.isInstance(value)) {
            throw new IdgenConfigurationException(key, shown(value), "give an object of type " + type.getName());
        }
        return type.cast(value);
    }

    /** Hides the URL of a data source, or of a server, which may have a password. */
    static Object shown(Object value) {
        return value.toString().startsWith("jdbc:") || value.toString().contains("://") ? Secrets.HIDDEN : value;
    }

    /** Runs a check of an engine, and reports its refusal as the fault of a setting. */
    <T> T check(String key, Object value, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IdgenConfigurationException(key, value, String.valueOf(e.getMessage()), e);
        }
    }

    /** Refuses settings that nothing has read, which are most likely misspelt. Their values may be secrets. */
    void rejectUnread() {
        Set<String> unread = new TreeSet<>(given.keySet());
        unread.removeAll(read);
        if (!unread.isEmpty()) {
            String key = unread.iterator().next();
            throw new IdgenConfigurationException(
                    key,
                    Secrets.HIDDEN,
                    "no setting has this name" + Spelling.hint(key, read) + " that start with " + IdgenSettings.PREFIX
                            + " are listed in " + IdgenSettings.class.getName());
        }
    }
}
