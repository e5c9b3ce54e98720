package io.github.hibernateidgen.examples.jakarta;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/** Saves and reads notes in transactions of the container. */
@Stateless
public class Notes {

    @PersistenceContext(unitName = "notes")
    private EntityManager entities;

    @Resource
    private SessionContext context;

    public Note write(String text) {
        Note note = new Note(text);
        entities.persist(note);
        return note;
    }

    /** Writes a note, and rolls the transaction back. */
    public Note writeInVain(String text) {
        Note note = write(text);
        entities.flush();
        context.setRollbackOnly();
        return note;
    }

    public List<Note> all() {
        return entities.createQuery("from Note n order by n.id", Note.class).getResultList();
    }

    /** Returns the reserved worker numbers. */
    public List<?> workers() {
        return entities.createNativeQuery("select worker_id from idgen_worker where namespace = 'notes'")
                .getResultList();
    }
}
