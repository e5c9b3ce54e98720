package io.github.hibernateidgen.spring.data.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.springframework.data.jpa.repository.JpaRepository;

/** Has a version, and an id that only the library makes. */
@Entity
public class StrictVersioned {

    @Id
    @SnowflakeId
    public Long id;

    @Version
    public Integer version;

    /** Saves it. */
    public interface Repository extends JpaRepository<StrictVersioned, Long> {}
}
