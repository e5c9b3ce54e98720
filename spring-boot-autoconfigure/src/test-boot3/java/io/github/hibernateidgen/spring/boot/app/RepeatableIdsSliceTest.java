package io.github.hibernateidgen.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.test.RepeatableIds;
import io.github.hibernateidgen.test.spring.WithRepeatableIds;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

/** A slice makes the same ids in each test, and has the bean that makes them in code. */
@DataJpaTest
@WithRepeatableIds
class RepeatableIdsSliceTest {

    @Autowired
    private EntityManager entities;

    @Autowired
    private Idgen idgen;

    @RepeatedTest(2)
    void beginsWithTheFirstId() {
        long first = SnowflakeLayout.STANDARD.firstId(RepeatableIds.START);
        Note note = new Note();
        entities.persist(note);
        assertThat(note.getId()).isEqualTo(first);
        assertThat(idgen.next(Note.class)).isEqualTo(first + 1);
    }
}
