package io.github.hibernateidgen.spring.data.typed;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;

/** Its ids have an order in Java. */
@Entity
public class Sorted {

    public record SortedId(long value) implements Comparable<SortedId> {
        @Override
        public int compareTo(SortedId other) {
            return Long.compare(value, other.value);
        }
    }

    @Id
    @SnowflakeId
    private SortedId id;

    public SortedId getId() {
        return id;
    }

    public interface Repository extends JpaRepository<Sorted, SortedId>, JpaSpecificationExecutor<Sorted> {
        Window<Sorted> findFirst3ByOrderById(ScrollPosition position);
    }
}
