package io.github.hibernateidgen.petclinic.owner;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

public interface OwnerRepository extends Repository<Owner, OwnerId> {

    Optional<Owner> findById(OwnerId id);

    List<Owner> findByPetsId(PetId pet);

    Owner save(Owner owner);
}
