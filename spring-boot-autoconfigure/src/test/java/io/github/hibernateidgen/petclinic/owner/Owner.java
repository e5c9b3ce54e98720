package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.petclinic.model.BaseEntity;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Entity
public class Owner extends BaseEntity<OwnerId> {

    @Id
    @SnowflakeId
    private @Nullable OwnerId id;

    private String lastName = "";

    @OneToMany
    private List<Pet> pets = new ArrayList<>();

    @Override
    public @Nullable OwnerId getId() {
        return id;
    }

    public void setId(OwnerId id) {
        this.id = id;
    }

    public String getLastName() {
        return lastName;
    }

    public void setLastName(String lastName) {
        this.lastName = lastName;
    }

    public List<Pet> getPets() {
        return pets;
    }
}
