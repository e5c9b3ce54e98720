package io.github.hibernateidgen.spring.data.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;

/** May have an id that nothing tells from that of a row. */
@Entity
public class Plain {

    @Id
    @SnowflakeId(assignable = true)
    public Long id;

    /** Saves it. */
    public interface Repository extends JpaRepository<Plain, Long> {}
}
