package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.petclinic.model.BaseEntity;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

@Entity
public class Pet extends BaseEntity<PetId> {

    @Id
    @SnowflakeId
    private @Nullable PetId id;

    @ManyToOne
    private @Nullable PetType type;

    @Override
    public @Nullable PetId getId() {
        return id;
    }

    public void setId(PetId id) {
        this.id = id;
    }

    public @Nullable PetType getType() {
        return type;
    }

    public void setType(PetType type) {
        this.type = type;
    }
}
