package io.github.hibernateidgen.internal.factory;

import static io.github.hibernateidgen.config.IdgenSettings.SEAL_ACCEPT_PLAIN;

import java.util.List;
import org.jboss.logging.Logger;

/** The attributes whose text is sealed, as a session factory starts. */
final class SealedAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private SealedAttributes() {}

    /** Asks for the keys, or stops the start. A key may come from a key management service: call it without a lock. */
    static void require(List<BoundAttribute> attributes) {
        for (BoundAttribute attribute : attributes) {
            ValueText text = attribute.text();
            if (text.seal() == null) {
                continue;
            }
            LOG.infof(
                    "%s: its text is sealed with key [%s]",
                    attribute.path(), text.seal().get().key());
            if (text.unprefixed() != null) {
                LOG.warnf(
                        "%s: plain text is read where sealed text is expected, so anybody can write an id; when nobody has"
                                + " plain text any more, remove %s",
                        attribute.path(), SEAL_ACCEPT_PLAIN);
            }
        }
    }
}
