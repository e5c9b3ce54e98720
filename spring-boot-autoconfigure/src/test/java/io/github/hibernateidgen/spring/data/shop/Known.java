package io.github.hibernateidgen.spring.data.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.JpaRepository;

/** Says itself whether it is new. */
@Entity
public class Known implements Persistable<Long> {

    @Id
    @SnowflakeId(assignable = true)
    public Long id;

    @Transient
    private boolean stored;

    @Override
    public Long getId() {
        return id;
    }

    @Override
    public boolean isNew() {
        return !stored;
    }

    @PostLoad
    @PostPersist
    void markStored() {
        stored = true;
    }

    /** Saves it. */
    public interface Repository extends JpaRepository<Known, Long> {}
}
