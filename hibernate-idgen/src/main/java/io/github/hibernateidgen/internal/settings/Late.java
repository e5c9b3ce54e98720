package io.github.hibernateidgen.internal.settings;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made when it is first needed, and tried anew where that has failed. Generators are made while Hibernate
 * reads the mapping: what is not known or not wanted then, such as the default schema or a client's threads, comes with the
 * first claim; and an application starts and stops whether or not a server answers.
 *
 * <p>Thread-safe.
 */
final class Late<T> implements Supplier<T> {

    private final Supplier<? extends T> factory;
    private volatile @Nullable T made;
    private volatile @Nullable Consumer<? super T> end;

    Late(Supplier<? extends T> factory) {
        this.factory = factory;
    }

    @Override
    public synchronized T get() {
        T current = made;
        if (current == null) {
            current = factory.get();
            made = current;
            Consumer<? super T> ended = end;
            if (ended != null) {
                ended.accept(current);
            }
        }
        return current;
    }

    synchronized void ifMade(Consumer<? super T> action) {
        T current = made;
        if (current != null) {
            action.accept(current);
        }
    }

    /**
     * Ends what was made, or is being made and comes later. It does not wait for that.
     *
     * @param action may be called twice
     */
    void end(Consumer<? super T> action) {
        end = action;
        T current = made;
        if (current != null) {
            action.accept(current);
        }
    }
}
