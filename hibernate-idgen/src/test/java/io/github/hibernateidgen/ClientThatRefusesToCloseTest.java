package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.api.Test;

/** A session factory whose client of Redis can't be shut down, since Lettuce refuses to wait on an interrupted thread. */
class ClientThatRefusesToCloseTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Label")
    static class Label {
        @Id
        @SegmentId
        Long id;
    }

    @Test
    void allElseOfTheSessionFactoryEnds() {
        SessionFactory factory = Hibernate.offline(H2Dialect.class, Parcel.class, Label.class)
                .with(IdgenSettings.SEGMENT_SOURCE, "redis")
                .with(IdgenSettings.SEGMENT_REDIS_URI, "redis://127.0.0.1:1")
                .start();
        SnowflakeGenerator parcels = Idgen.of(factory).snowflakeGenerators().get(0);
        parcels.nextId();

        Thread.currentThread().interrupt();
        try {
            factory.close();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThatThrownBy(parcels::nextId).isInstanceOf(IllegalStateException.class);
    }
}
