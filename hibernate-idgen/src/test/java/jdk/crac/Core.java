package jdk.crac;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Stands for the API of a JDK that can make checkpoints, which {@code org.crac} looks for: it calls the resources, the
 * last one first and then the first one first, and what a test wants to happen in between. No image is made. Like that one
 * it keeps no resource alive.
 */
public final class Core {

    private static final List<WeakReference<Resource>> RESOURCES = new ArrayList<>();
    private static final Context<Resource> CONTEXT = new Context<>() {
        @Override
        public void register(Resource resource) {
            synchronized (RESOURCES) {
                RESOURCES.add(new WeakReference<>(resource));
            }
        }
    };
    private static volatile Runnable inBetween = () -> {};

    private Core() {}

    public static Context<Resource> getGlobalContext() {
        return CONTEXT;
    }

    public static void atCheckpoint(Runnable action) {
        inBetween = action;
    }

    public static void checkpointRestore() throws CheckpointException, RestoreException {
        List<Resource> resources;
        synchronized (RESOURCES) {
            resources = RESOURCES.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .toList();
        }
        try {
            for (int i = resources.size() - 1; i >= 0; i--) {
                resources.get(i).beforeCheckpoint(CONTEXT);
            }
            inBetween.run();
            for (Resource resource : resources) {
                resource.afterRestore(CONTEXT);
            }
        } catch (CheckpointException | RestoreException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
