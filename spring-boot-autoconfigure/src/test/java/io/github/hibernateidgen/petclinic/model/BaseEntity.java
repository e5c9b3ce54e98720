package io.github.hibernateidgen.petclinic.model;

import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

@MappedSuperclass
public abstract class BaseEntity<I> {

    public abstract @Nullable I getId();

    public boolean isNew() {
        return getId() == null;
    }
}
