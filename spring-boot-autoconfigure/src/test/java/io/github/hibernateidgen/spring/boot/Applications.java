package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.spring.boot.app.Note;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Starts the test application, and saves notes in it. */
public final class Applications {

    private Applications() {}

    public static ApplicationContextRunner notes() {
        return new ApplicationContextRunner()
                .withUserConfiguration(NoteApplication.class)
                .withPropertyValues("spring.datasource.generate-unique-name=true");
    }

    /** Saves a note and returns its id. */
    public static long save(ApplicationContext context) {
        return save(context.getBean(EntityManagerFactory.class));
    }

    public static long save(EntityManagerFactory factory) {
        Note note = new Note();
        save(factory, note);
        return note.getId();
    }

    /** Saves any entity. */
    public static void save(EntityManagerFactory factory, Object entity) {
        EntityManager entities = factory.createEntityManager();
        try {
            entities.getTransaction().begin();
            entities.persist(entity);
            entities.getTransaction().commit();
        } finally {
            entities.close();
        }
    }

    static SnowflakeParts saveAndSplit(ApplicationContext context, SnowflakeLayout layout) {
        return layout.split(save(context));
    }
}
