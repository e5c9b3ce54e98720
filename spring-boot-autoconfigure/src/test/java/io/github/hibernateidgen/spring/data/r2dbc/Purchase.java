package io.github.hibernateidgen.spring.data.r2dbc;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;

/** A row that R2DBC writes. */
@Table
record Purchase(@Id @Nullable Long id, @Nullable UUID reference, String product) {

    /** Saves it. */
    interface Repository extends ReactiveCrudRepository<Purchase, Long> {}
}
