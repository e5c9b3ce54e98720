package io.github.hibernateidgen.spring.data.jdbc;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.ListCrudRepository;

/** A row without JPA. */
@Table
record Purchase(@Id @Nullable Long id, @Nullable UUID reference, String product) {

    /** Saves it. */
    interface Repository extends ListCrudRepository<Purchase, Long> {}
}
