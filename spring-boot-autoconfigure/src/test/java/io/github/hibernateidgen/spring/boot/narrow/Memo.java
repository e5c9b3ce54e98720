package io.github.hibernateidgen.spring.boot.narrow;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Has a table of old. */
@Entity
class Memo {

    @Id
    @SnowflakeId
    Long id;
}
