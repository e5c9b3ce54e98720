package io.github.hibernateidgen.quarkus.audit;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Belongs to another persistence unit, which has a store of segments. */
@Entity
public class Entry {

    @Id
    @SegmentId(source = SegmentId.Source.STORE)
    public Long id;

    @SnowflakeId
    public Long mark;
}
