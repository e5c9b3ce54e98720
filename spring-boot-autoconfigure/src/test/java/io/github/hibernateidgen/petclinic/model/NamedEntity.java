package io.github.hibernateidgen.petclinic.model;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/** Has the id itself, whose class each entity names. */
@MappedSuperclass
public abstract class NamedEntity<I> extends BaseEntity<I> {

    @Id
    @CombGuid
    private @Nullable I id;

    private String name = "";

    @Override
    public @Nullable I getId() {
        return id;
    }

    public void setId(I id) {
        this.id = id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
