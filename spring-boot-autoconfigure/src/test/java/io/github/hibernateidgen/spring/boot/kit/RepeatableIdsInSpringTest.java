package io.github.hibernateidgen.spring.boot.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.spring.boot.app.Note;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.app.Tag;
import io.github.hibernateidgen.test.RepeatableIds;
import io.github.hibernateidgen.test.spring.WithRepeatableIds;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.annotation.Transactional;

/** Issue 14, 4: each test of a context begins with the same ids, since its rows are rolled back. */
@SpringBootTest(
        classes = NoteApplication.class,
        properties = {"spring.datasource.generate-unique-name=true", "idgen.worker.id=9"})
@WithRepeatableIds(at = "2031-02-03T04:05:06.007Z", worker = 3)
@Transactional
class RepeatableIdsInSpringTest {

    private static final long FIRST =
            SnowflakeLayout.STANDARD.compose(new SnowflakeParts(Instant.parse("2031-02-03T04:05:06.007Z"), 3, 0));

    @Autowired
    private EntityManager entities;

    @Autowired
    private RepeatableIds ids;

    @Autowired
    private Idgen idgen;

    private long prepared;

    @BeforeEach
    void prepare() {
        Note note = new Note();
        entities.persist(note);
        prepared = note.getId();
    }

    @RepeatedTest(3)
    void firstIdsAreTheSameInEachTest() {
        List<Long> notes = new ArrayList<>(List.of(prepared));
        for (int i = 0; i < 2; i++) {
            Note note = new Note();
            entities.persist(note);
            notes.add(note.getId());
        }
        entities.flush();
        assertThat(notes).containsExactly(FIRST, FIRST + 1, FIRST + 2);
        Tag tag = new Tag();
        entities.persist(tag);
        assertThat(idgen.next(Tag.class, UUID.class)).isNotNull();
    }

    @Test
    void clockIsTheTests() {
        ids.advance(Duration.ofSeconds(1));
        Note note = new Note();
        entities.persist(note);
        assertThat(SnowflakeLayout.STANDARD.instant(note.getId())).isEqualTo("2031-02-03T04:05:07.007Z");
    }
}
