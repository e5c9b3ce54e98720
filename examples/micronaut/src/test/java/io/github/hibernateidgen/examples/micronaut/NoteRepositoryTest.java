package io.github.hibernateidgen.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

class NoteRepositoryTest {

    private static ApplicationContext start(Map<String, Object> settings) {
        return ApplicationContext.builder()
                .properties(Map.of("datasources.default.url", "jdbc:h2:mem:" + UUID.randomUUID()))
                .properties(settings)
                .start();
    }

    @Test
    void savesAndFindsANoteWithAReservedWorkerNumber() {
        try (ApplicationContext application = start(Map.of())) {
            NoteRepository notes = application.getBean(NoteRepository.class);
            Note note = new Note();
            note.setText("hello");
            Note saved = notes.save(note);

            assertThat(saved.getId()).isPositive();
            assertThat(saved.getReference().version()).isEqualTo(7);
            assertThat(notes.findById(saved.getId())).map(Note::getText).contains("hello");
            assertThat(Idgen.of(application.getBean(SessionFactory.class)).workerSource())
                    .hasValueSatisfying(source -> assertThat(
                                    ((ReservedWorkerSource) source).status().namespace())
                            .isEqualTo("notes"));
        }
    }

    @Test
    void settingsAreThoseOfHibernate() {
        String prefix = "jpa.default.properties.hibernate.idgen.";
        try (ApplicationContext application = start(Map.of(prefix + "worker.id", "7"))) {
            long id = application.getBean(NoteRepository.class).save(new Note()).getId();
            assertThat(SnowflakeLayout.STANDARD.split(id).worker()).isEqualTo(7);
        }
        assertThatThrownBy(() -> start(Map.of(prefix + "worker.idd", "7")).getBean(SessionFactory.class))
                .hasStackTraceContaining("hibernate.idgen.worker.idd [hidden]: no setting has this name");
    }
}
