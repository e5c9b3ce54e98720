package io.github.hibernateidgen.database;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.testcontainers.DockerClientFactory;

/** Whether a Docker engine answers: asked when first needed, once per JVM, and without Testcontainers' long complaint. */
final class DockerEngine {

    private DockerEngine() {}

    static boolean answers() {
        return Answer.POSITIVE;
    }

    private static final class Answer {

        static final boolean POSITIVE = ask();

        private static boolean ask() {
            Logger logger = Logger.getLogger("org.testcontainers");
            Level level = logger.getLevel();
            logger.setLevel(Level.OFF);
            try {
                return DockerClientFactory.instance().isDockerAvailable();
            } catch (RuntimeException e) {
                // It answers, but not as Testcontainers needs it.
                return false;
            } finally {
                logger.setLevel(level);
            }
        }
    }
}
