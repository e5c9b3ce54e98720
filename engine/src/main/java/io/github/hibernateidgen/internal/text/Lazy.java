package io.github.hibernateidgen.internal.text;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object that is made when it is first requested. If the source throws, the next request calls it again.
 * Thread-safe: two threads may each make an object, and the object that was made later is kept.
 */
public final class Lazy<T> implements Supplier<T> {

    private final Supplier<T> source;
    private volatile @Nullable T made;

    /** Takes the source that makes the object later. */
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
