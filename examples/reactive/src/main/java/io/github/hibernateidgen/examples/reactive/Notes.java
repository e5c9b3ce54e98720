package io.github.hibernateidgen.examples.reactive;

import java.util.concurrent.CompletionStage;
import org.hibernate.reactive.stage.Stage;

/** Saves and finds notes without blocking a thread. */
public final class Notes {

    private final Stage.SessionFactory sessions;

    public Notes(Stage.SessionFactory sessions) {
        this.sessions = sessions;
    }

    public CompletionStage<Note> save(String text) {
        Note note = new Note(text);
        return sessions.withTransaction(session -> session.persist(note)).thenApply(done -> note);
    }

    public CompletionStage<Note> find(Long id) {
        return sessions.withSession(session -> session.find(Note.class, id));
    }
}
