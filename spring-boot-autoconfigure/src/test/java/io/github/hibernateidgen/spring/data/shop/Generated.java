package io.github.hibernateidgen.spring.data.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;

/** Never has its id before it is saved. */
@Entity
public class Generated {

    @Id
    @SnowflakeId
    public Long id;

    public String name;

    /** Saves it. */
    public interface Repository extends JpaRepository<Generated, Long>, JpaSpecificationExecutor<Generated> {}
}
