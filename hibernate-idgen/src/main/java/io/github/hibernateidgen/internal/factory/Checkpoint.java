package io.github.hibernateidgen.internal.factory;

import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Tells engines of a checkpoint: an image of the process's memory, from which it may live on more than once. With the API
 * {@code org.crac} on the class path, CRaC, AWS Lambda SnapStart and others say when.
 */
public final class Checkpoint {

    private Checkpoint() {}

    /**
     * Registers engines, if the API is there.
     *
     * @return what must be kept for as long as the engines live: the API may forget it otherwise
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

    /** Apart, so that nothing of the API is loaded where it is not there. */
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
