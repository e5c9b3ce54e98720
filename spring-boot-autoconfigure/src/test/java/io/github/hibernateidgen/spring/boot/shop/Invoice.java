package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** With a prefix, and without a class of its own. */
@Entity
public class Invoice {

    @Id
    @SnowflakeId
    @PublicId(prefix = "inv_")
    private Long id;

    public Long getId() {
        return id;
    }
}
