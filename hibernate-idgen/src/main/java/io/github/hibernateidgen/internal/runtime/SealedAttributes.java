package io.github.hibernateidgen.internal.runtime;

import static io.github.hibernateidgen.config.IdgenSettings.SEAL_ACCEPT_PLAIN;
import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.types.IdTypes;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.text.IdText;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.jboss.logging.Logger;

/** Checks the attributes with sealed text, at the start of a session factory. */
final class SealedAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private static final String JACKSON_2 = "com.fasterxml.jackson.databind.ObjectMapper";
    private static final String JACKSON_3 = "tools.jackson.databind.ObjectMapper";
    private static final String MODULE = "io.github.hibernateidgen.jackson.IdJacksonModule";

    private SealedAttributes() {}

    /**
     * Requires a key if a text is sealed, and that each sealed prefix belongs to one class of typed ids, and among generated
     * attributes to one attribute. Attributes with the same values may share a prefix. A key may come from a key management
     * service, so the caller must hold no lock.
     *
     * @throws IdgenConfigurationException if ids with different values share a prefix, or there is no key
     */
    static void require(Start start) {
        Engines engines = start.engines();
        List<BoundAttribute> attributes = engines.attributes(BoundAttribute.class).stream()
                .filter(attribute -> attribute.notation().seal() != null)
                .toList();
        Map<String, Notation> sealed = new LinkedHashMap<>();
        attributes.forEach(attribute -> sealed.put(attribute.path(), attribute.notation()));
        IdTypes.publicIds(start.factory())
                .flatMap(type -> engines.publicIds().find(type).stream())
                .filter(IdText::isSealed)
                .forEach(text -> sealed.put(text.type().getName(), text.notation()));
        if (sealed.isEmpty()) {
            return;
        }
        requireOwnPrefixes(attributes);
        requireOwnPrefixes(sealed);
        Settings settings = engines.settings();
        sealed.forEach((path, text) -> {
            LOG.infof("%s: its text is sealed with key [%s]", path, key(settings, path, text));
            if (settings.acceptsPlain()) {
                LOG.warnf(
                        "%s: plain ids are accepted in place of sealed text, so a client can send an id that it was"
                                + " never given; remove %s once no client sends plain ids",
                        path, settings.remedies().named(SEAL_ACCEPT_PLAIN));
            }
        });
        warnOfPlainJson(
                sealed.keySet(),
                requireNonNull(start.factory().getServiceRegistry().getService(ClassLoaderService.class)));
    }

    /** Returns the name of the key with which the text of a typed id or an attribute is sealed. This fetches the key. */
    private static String key(Settings settings, String path, Notation text) {
        SealKeys keys = settings.sealKeys();
        if (keys == null) {
            throw new IdgenConfigurationException(
                    path,
                    "sealed = true",
                    "no key is set to seal the text with",
                    "make a key with [idgen seal new-key] or [openssl rand"
                            + " -base64 32], and set " + settings.remedies().named(Setting.SEAL_KEYS.key())
                            + " to a name and the key, as in"
                            + " a:KEY");
        }
        try {
            return requireNonNull(text.seal()).get().key();
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(keys, e);
        }
    }

    /** Requires that no two classes of typed ids are sealed with one prefix. */
    private static void requireOwnPrefixes(Map<String, Notation> sealed) {
        Map<String, Class<?>> byPrefix = new HashMap<>();
        for (Notation text : sealed.values()) {
            IdClass idClass = text.idClass();
            Class<?> other = idClass == null ? null : byPrefix.putIfAbsent(text.prefix(), idClass.type());
            if (other != null && other != text.type()) {
                throw new IdgenConfigurationException(
                        text.type().getName(),
                        text.prefix(),
                        other.getName() + " is also sealed with this prefix, so the text of each would open as an id of"
                                + " the other",
                        "give each class a different prefix");
            }
        }
    }

    private static void warnOfPlainJson(Set<String> sealed, ClassLoaderService classes) {
        if ((isOnClassPath(JACKSON_2, classes) || isOnClassPath(JACKSON_3, classes))
                && !isOnClassPath(MODULE, classes)) {
            LOG.warnf(
                    "%s: text is sealed, but Jackson would write plain ids; add"
                            + " io.github.hibernateidgen:hibernate-idgen-jackson, and register its IdJacksonModule"
                            + " with the mapper, or IdJackson2Module with a mapper of Jackson 2",
                    String.join(", ", sealed));
        }
    }

    /** Looks for the file of a class, because Hibernate's class loading would also initialize the class. */
    private static boolean isOnClassPath(String type, ClassLoaderService classes) {
        return classes.locateResource(type.replace('.', '/') + ".class") != null;
    }

    /**
     * Requires that no text of an attribute can be opened as a value of another attribute. The prefix is the purpose of the
     * seal, so each attribute needs its own prefix. There are two exceptions. Attributes of the same column share their
     * values. An attribute that may refer to another entity is treated as a reference to the id with the same prefix.
     */
    private static void requireOwnPrefixes(List<BoundAttribute> sealed) {
        Map<String, BoundAttribute> byPrefix = new HashMap<>();
        List<BoundAttribute> idsFirst = sealed.stream()
                .sorted(Comparator.comparing(attribute -> attribute.place().mayRefer()))
                .toList();
        for (BoundAttribute attribute : idsFirst) {
            String prefix = attribute.notation().prefix();
            BoundAttribute first = byPrefix.putIfAbsent(prefix, attribute);
            if (first == null || first.place().column().equals(attribute.place().column())) {
                continue;
            }
            boolean isReference = attribute.place().mayRefer() && !first.place().mayRefer();
            if (isReference) {
                LOG.infof(
                        "%s has the same prefix as %s, so it is treated as a reference to an id of that attribute",
                        attribute.path(), first.path());
            } else {
                throw new IdgenConfigurationException(
                        attribute.path(),
                        prefix,
                        first.path() + " is also sealed with this prefix, so the text of each would open as an id of"
                                + " the other",
                        "give each attribute a different prefix, and each typed id a separate"
                                + " class. If both come from one superclass, declare the attribute in each entity"
                                + " instead");
            }
        }
    }
}
