package io.github.hibernateidgen.internal.factory;

import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Suspends engines before a checkpoint, an image of the process's memory that may be restored more than once, and resumes
 * them after it. CRaC, AWS Lambda SnapStart and others announce checkpoints if the API {@code org.crac} is on the class
 * path.
 */
public final class Checkpoint {

    private Checkpoint() {}

    /**
     * Registers engines, if the API is on the class path.
     *
     * @return the registration, to be kept as long as the engines live: the API refers to it weakly
     */
    static @Nullable Object register(Engines engines) {
        return isThere() ? CracResource.register(engines) : null;
    }

    private static boolean isThere() {
        try {
            Class.forName("org.crac.Resource", false, Checkpoint.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** A separate class, so that nothing of the API is loaded if it is missing. */
    private record CracResource(Engines engines) implements Resource {

        static Object register(Engines engines) {
            Resource resource = new CracResource(engines);
            Core.getGlobalContext().register(resource);
            return resource;
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) {
            engines.suspend();
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) {
            engines.resume();
        }
    }
}
