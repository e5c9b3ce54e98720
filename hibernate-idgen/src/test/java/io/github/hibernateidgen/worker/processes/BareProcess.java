package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;

/** Prints an id of each kind, under a number that it reserves. */
final class BareProcess {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    private BareProcess() {}

    public static void main(String[] arguments) {
        try (SessionFactory factory = Hibernate.on(
                        java.util.Map.of(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:bare"), Parcel.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .start()) {
            Parcel parcel = new Parcel();
            factory.inTransaction(session -> session.persist(parcel));
            System.out.println("id=" + parcel.id + " reference=" + parcel.reference);
        }
    }
}
