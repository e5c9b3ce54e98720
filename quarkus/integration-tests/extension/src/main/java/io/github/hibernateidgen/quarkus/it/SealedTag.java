package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class SealedTag {

    @Id
    @CombGuid
    public SealedTagId id;
}
