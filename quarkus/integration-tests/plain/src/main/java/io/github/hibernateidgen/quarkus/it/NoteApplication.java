package io.github.hibernateidgen.quarkus.it;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.io.IOException;

/** Saves a ticket and a note, prints their ids, and runs until standard input ends. */
@QuarkusMain
public class NoteApplication implements QuarkusApplication {

    @Inject
    EntityManager entities;

    @Override
    public int run(String... arguments) throws IOException {
        Ticket ticket = new Ticket();
        QuarkusTransaction.requiringNew().run(() -> entities.persist(ticket));
        System.out.println("ticket=" + ticket.id);
        Note note = new Note();
        QuarkusTransaction.requiringNew().run(() -> entities.persist(note));
        System.out.println("id=" + note.id);
        while (System.in.read() >= 0) {
            // Waits until the parent process closes the input.
        }
        return 0;
    }
}
