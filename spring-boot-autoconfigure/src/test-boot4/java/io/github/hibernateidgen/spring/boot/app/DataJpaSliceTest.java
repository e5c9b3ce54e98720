package io.github.hibernateidgen.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

/** A slice of the application has our auto-configuration too. */
@DataJpaTest(properties = "idgen.worker.id=5")
class DataJpaSliceTest {

    @Autowired
    private EntityManager entities;

    @Test
    void hasTheProperties() {
        Note note = new Note();
        entities.persist(note);
        assertThat(SnowflakeLayout.STANDARD.split(note.getId()).worker()).isEqualTo(5);
    }
}
