package io.github.hibernateidgen.spring.boot.mistakes;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;

/** Has JPA's annotation, too. */
@Entity
public class Both {

    @Id
    @SnowflakeId
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public Long id;

    public interface Repository extends JpaRepository<Both, Long> {}
}
