package io.github.hibernateidgen.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.test.RepeatableIds;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.annotation.Transactional;

/** Each test of a slice begins with the same ids, since its rows are rolled back. */
@Transactional // That of @DataJpaTest is not for the methods of a superclass.
abstract class RepeatableIdsInASlice {

    static final String AT = "2031-02-03T04:05:06.007Z";
    static final long WORKER = 3;

    private static final long FIRST =
            SnowflakeLayout.STANDARD.compose(new SnowflakeParts(Instant.parse(AT), WORKER, 0));

    @Autowired
    private EntityManager entities;

    @Autowired
    private RepeatableIds ids;

    @Autowired
    private Idgen idgen;

    private long prepared;

    @BeforeEach
    void prepare() {
        prepared = saved().getId();
    }

    private Note saved() {
        Note note = new Note();
        entities.persist(note);
        entities.flush();
        return note;
    }

    @RepeatedTest(2)
    void beginsWithTheSameIds() {
        assertThat(prepared).isEqualTo(FIRST);
        assertThat(saved().getId()).isEqualTo(FIRST + 1);
        assertThat(idgen.next(Note.class)).isEqualTo(FIRST + 2);
        Tag tag = new Tag();
        entities.persist(tag);
        assertThat(tag.getId()).isEqualTo(UUID.fromString("01c0dd49-2157-70af-9ee7-bbe10c45c028"));
    }

    @Test
    void clockIsTheTests() {
        ids.advance(Duration.ofSeconds(1));
        assertThat(SnowflakeLayout.STANDARD.instant(saved().getId())).isEqualTo("2031-02-03T04:05:07.007Z");
    }
}
