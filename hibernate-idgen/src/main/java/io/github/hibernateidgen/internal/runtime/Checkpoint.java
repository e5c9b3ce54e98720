package io.github.hibernateidgen.internal.runtime;

import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Suspends engines before a checkpoint, and resumes them after a restore. A checkpoint is an image of the process's
 * memory, from which several processes may be restored. CRaC, AWS Lambda SnapStart and others announce checkpoints
 * through the API {@code org.crac}, if it is on the class path.
 */
final class Checkpoint {

    private Checkpoint() {}

    /**
     * Registers engines, if the API is on the class path.
     *
     * @return the registration, or null without the API. The caller must keep a reference to the registration, because
     *     the API refers to the registration weakly
     */
    static @Nullable Object register(Engines engines) {
        return isSupported() ? CracResource.register(engines) : null;
    }

    private static boolean isSupported() {
        try {
            Class.forName("org.crac.Resource", false, Checkpoint.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** A separate class, so that no class of the API is loaded if the API is missing. */
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
