package io.github.hibernateidgen.guid;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Sources that all give the same bits until something is mixed in, as in the copies of one memory. */
final class DeterministicSource {

    private DeterministicSource() {}

    static SecureRandom create() {
        try {
            SecureRandom source = SecureRandom.getInstance("SHA1PRNG");
            source.setSeed(1);
            return source;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
