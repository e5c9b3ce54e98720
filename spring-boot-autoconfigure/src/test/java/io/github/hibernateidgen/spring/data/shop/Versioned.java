package io.github.hibernateidgen.spring.data.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.springframework.data.jpa.repository.JpaRepository;

/** Is new as long as it has no version. */
@Entity
public class Versioned {

    @Id
    @SnowflakeId(assignable = true)
    public Long id;

    @Version
    public Integer version;

    /** Saves it. */
    public interface Repository extends JpaRepository<Versioned, Long> {}
}
