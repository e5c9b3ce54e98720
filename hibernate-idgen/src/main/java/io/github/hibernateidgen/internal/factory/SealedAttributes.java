package io.github.hibernateidgen.internal.factory;

import static io.github.hibernateidgen.config.IdgenSettings.SEAL_ACCEPT_PLAIN;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.Remedies;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;

/** Checks the attributes with sealed text, at the start of a session factory. */
final class SealedAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private static final String JACKSON_2 = "com.fasterxml.jackson.databind.ObjectMapper";
    private static final String JACKSON_3 = "tools.jackson.databind.ObjectMapper";
    private static final String MODULE = "io.github.hibernateidgen.jackson.IdJacksonModule";

    private SealedAttributes() {}

    /**
     * Requires that each attribute with sealed text has a key and its own prefix. Attributes with the same values may
     * share a prefix. A key may come from a key management service, so the caller must hold no lock.
     *
     * @param factory has the class loader that finds Jackson and the module that seals JSON
     * @param names names the settings in log lines
     * @throws IdgenConfigurationException if attributes with different values share a prefix, or there is no key
     */
    static void require(List<BoundAttribute> attributes, SessionFactoryImplementor factory, Remedies names) {
        List<BoundAttribute> sealed = attributes.stream()
                .filter(attribute -> attribute.notation().seal() != null)
                .toList();
        if (sealed.isEmpty()) {
            return;
        }
        requireOwnPrefixes(sealed);
        for (BoundAttribute attribute : sealed) {
            Notation text = attribute.notation();
            LOG.infof(
                    "%s: its text is sealed with key [%s]",
                    attribute.path(), requireNonNull(text.seal()).get().key());
            if (text.acceptsPlain()) {
                LOG.warnf(
                        "%s: plain ids are accepted in place of sealed text, so a client can send an id that it was"
                                + " never given; remove %s once no client sends plain ids",
                        attribute.path(), names.named(SEAL_ACCEPT_PLAIN));
            }
        }
        warnOfPlainJson(sealed, requireNonNull(factory.getServiceRegistry().getService(ClassLoaderService.class)));
    }

    private static void warnOfPlainJson(List<BoundAttribute> sealed, ClassLoaderService classes) {
        if ((isOnClassPath(JACKSON_2, classes) || isOnClassPath(JACKSON_3, classes))
                && !isOnClassPath(MODULE, classes)) {
            LOG.warnf(
                    "%s: text is sealed, but Jackson would write plain ids; add"
                            + " io.github.hibernateidgen:hibernate-idgen-jackson, and register its IdJacksonModule"
                            + " with the mapper, or IdJackson2Module with a mapper of Jackson 2",
                    sealed.stream().map(BoundAttribute::path).collect(joining(", ")));
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
            if (first == null || first.place().isColumnOf(attribute.place())) {
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
                                + " the other; give each attribute a different prefix, and each typed id a separate"
                                + " class. If both come from one superclass, declare the attribute in each entity"
                                + " instead");
            }
        }
    }
}
