package io.github.hibernateidgen.internal.text;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object that is made when it is first asked for, and again if making it failed. Thread-safe: two threads may make it twice,
 * and one of the two is kept.
 */
public final class Lazy<T> implements Supplier<T> {

    private final Supplier<T> source;
    private volatile @Nullable T made;

    /** Makes the object by this source later. */
    public Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        T known = made;
        if (known == null) {
            known = source.get();
            made = known;
        }
        return known;
    }
}
