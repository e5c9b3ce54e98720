package io.github.hibernateidgen.spring.data.typed;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;

/** Its ids have no order in Java. */
@Entity
public class Unsorted {

    public record UnsortedId(UUID value) {}

    @Id
    @CombGuid
    private UnsortedId id;

    public UnsortedId getId() {
        return id;
    }

    public interface Repository extends JpaRepository<Unsorted, UnsortedId>, JpaSpecificationExecutor<Unsorted> {
        Window<Unsorted> findFirst3ByOrderById(ScrollPosition position);
    }
}
