package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.quarkus.audit.Entry;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.hibernate.orm.PersistenceUnit;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.io.IOException;

/**
 * Saves a note, and an entry if the other persistence unit is active. Prints their ids, and goes on until the input of the
 * process ends.
 */
@QuarkusMain
public class NoteApplication implements QuarkusApplication {

    @Inject
    EntityManager entities;

    @Inject
    @PersistenceUnit("audit")
    InjectableInstance<EntityManager> audit;

    @Override
    public int run(String... arguments) throws IOException {
        for (EntityManager active : audit.listActive()) {
            Entry entry = new Entry();
            QuarkusTransaction.requiringNew().run(() -> active.persist(entry));
            System.out.println("entry=" + entry.id + " mark=" + entry.mark);
        }
        Note note = new Note();
        QuarkusTransaction.requiringNew().run(() -> entities.persist(note));
        System.out.println("id=" + note.id);
        while (System.in.read() >= 0) {
            // The process that started this application closes the input.
        }
        return 0;
    }
}
