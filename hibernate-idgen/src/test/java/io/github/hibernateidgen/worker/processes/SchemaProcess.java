package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;

/**
 * An application whose layout has two worker numbers. It starts a session factory for each schema that it is told, in one
 * service registry, says {@code ready}, and for each line that it reads saves rows and says how many were refused.
 */
final class SchemaProcess {

    private static final int ROWS = 300;

    @Entity(name = "Ticket")
    @Table(schema = "shared", name = "ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Crate")
    static class Crate {
        @Id
        @SnowflakeId
        Long id;
    }

    private SchemaProcess() {}

    /**
     * Runs until its input ends.
     *
     * @param arguments the database, the entity, the table of worker numbers or nothing, and the default schemas
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Class<?> entity = arguments[1].equals("Ticket") ? Ticket.class : Crate.class;
        StandardServiceRegistryBuilder settings = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, arguments[0])
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
                .applySetting(IdgenSettings.SNOWFLAKE_LAYOUTS + "tiny.fields", "time:41, worker:1, sequence:12")
                .applySetting(IdgenSettings.SNOWFLAKE_LAYOUT, "tiny");
        if (!arguments[2].isEmpty()) {
            settings.applySetting(IdgenSettings.WORKER_JDBC_TABLE, arguments[2] + ".idgen_worker");
        }
        List<SessionFactory> factories = new ArrayList<>();
        try (StandardServiceRegistry registry = settings.build()) {
            for (String schema : List.of(arguments).subList(3, arguments.length)) {
                factories.add(new MetadataSources(registry)
                        .addAnnotatedClass(entity)
                        .getMetadataBuilder()
                        .applyImplicitSchemaName(schema)
                        .build()
                        .buildSessionFactory());
            }
            System.out.println("ready");
            Scanner input = new Scanner(System.in);
            while (input.hasNextLine()) {
                input.nextLine();
                int refused = 0;
                for (int row = 0; row < ROWS; row++) {
                    for (SessionFactory factory : factories) {
                        refused += isRefused(
                                        factory, entity.getDeclaredConstructor().newInstance())
                                ? 1
                                : 0;
                    }
                }
                System.out.println("refused=" + refused);
            }
        } finally {
            factories.forEach(SessionFactory::close);
        }
    }

    private static boolean isRefused(SessionFactory factory, Object row) {
        try {
            factory.inTransaction(session -> session.persist(row));
            return false;
        } catch (PersistenceException e) {
            return true;
        }
    }
}
