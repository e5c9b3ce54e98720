package io.github.hibernateidgen.benchmarks.startup;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;

/**
 * An application with a single entity. It starts on an H2 in memory and commits a row. Apart from Hibernate it loads few
 * classes.
 */
final class Application {

    /** An entity with an id that the application sets. */
    @Entity(name = "Assigned")
    static class Assigned {
        @Id
        Long id = 1L;

        String text = "a row";
    }

    /** An entity with a Snowflake id. */
    @Entity(name = "Snowflake")
    static class Snowflake {
        @Id
        @SnowflakeId
        Long id;

        String text = "a row";
    }

    /** An entity with a COMB GUID. */
    @Entity(name = "Comb")
    static class Comb {
        @Id
        @CombGuid
        UUID id;

        String text = "a row";
    }

    /** A class that is loaded at the end of the start. Its name marks this moment in the log of loaded classes. */
    static final class FirstRow {

        static void committed() {}
    }

    private Application() {}

    /**
     * Starts the application once. The last line of output has the duration of the start, and the CPU time of this thread
     * since the JVM began.
     *
     * @param args the entity, and the JDBC driver if its calls are counted
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> entity = Class.forName(Application.class.getName() + "$" + args[0]);
        Object row = entity.getDeclaredConstructor().newInstance();
        long began = System.nanoTime();
        Configuration configuration = new Configuration()
                .addAnnotatedClass(entity)
                .setProperty(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:startup")
                .setProperty(AvailableSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, "create");
        if (args.length > 1) {
            configuration.setProperty(AvailableSettings.JAKARTA_JDBC_DRIVER, args[1]);
        }
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            try (Session session = factory.openSession()) {
                var transaction = session.beginTransaction();
                session.persist(row);
                transaction.commit();
            }
            double millis = (System.nanoTime() - began) / 1e6;
            double cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
            FirstRow.committed();
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("idgen-"))
                    .count();
            String calls = args.length > 1 ? "," + CountingDriver.counted() : "";
            System.out.println("\n{\"ms\":" + millis + ",\"cpuMs\":" + cpu + ",\"threads\":" + threads + calls + "}");
        }
    }
}
