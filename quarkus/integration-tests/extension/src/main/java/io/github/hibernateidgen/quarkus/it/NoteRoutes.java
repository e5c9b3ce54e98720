package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

/** Saves and finds notes over HTTP, by the sealed text of their ids. */
public class NoteRoutes {

    @Inject
    EntityManager entities;

    @Inject
    Idgen idgen;

    void routes(@Observes Router router) {
        router.post("/notes").blockingHandler(this::save);
        router.get("/next").blockingHandler(call -> call.end(text().write(idgen.next(Note.class))));
        router.get("/notes/:id").blockingHandler(this::find);
    }

    private void save(RoutingContext call) {
        Note note = new Note();
        QuarkusTransaction.requiringNew().run(() -> entities.persist(note));
        call.end(text().write(note.id));
    }

    private void find(RoutingContext call) {
        try {
            Object id = text().read(call.pathParam("id"));
            Note note = QuarkusTransaction.requiringNew().call(() -> entities.find(Note.class, id));
            call.end(note == null ? "none" : text().write(note.id));
        } catch (IdTextException e) {
            call.response().setStatusCode(400).end(e.getMessage());
        }
    }

    private IdText text() {
        return idgen.idText(Note.class);
    }
}
