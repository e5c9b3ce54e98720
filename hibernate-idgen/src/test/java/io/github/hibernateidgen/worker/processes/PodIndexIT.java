package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The variables of docs/deploy.md#kubernetes in a process of its own: Hibernate reads system properties when it is loaded. */
@Timeout(60)
class PodIndexIT {

    private static final Map<String, Object> DATABASE = Map.of(
            AvailableSettings.JAKARTA_JDBC_URL,
            "jdbc:h2:mem:pod;DB_CLOSE_DELAY=-1",
            AvailableSettings.HBM2DDL_AUTO,
            "update");

    @Test
    void indexOfThePodBecomesTheWorkerNumberOfPlainHibernateAndOfJakartaPersistence() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Application.class.getName())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Dhibernate.idgen.worker.id=3");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("plain: fixed worker number 3", "jakarta: fixed worker number 3");
    }

    /** What the other JVM runs. */
    static final class Application {

        private Application() {}

        public static void main(String[] arguments) {
            try (SessionFactory plain = new MetadataSources(new StandardServiceRegistryBuilder()
                            .applySettings(DATABASE)
                            .build())
                    .addAnnotatedClass(Ticket.class)
                    .buildMetadata()
                    .buildSessionFactory()) {
                print("plain", plain);
            }
            try (EntityManagerFactory jakarta =
                    new HibernatePersistenceProvider().createContainerEntityManagerFactory(unit(), DATABASE)) {
                print("jakarta", jakarta.unwrap(SessionFactory.class));
            }
        }

        private static void print(String kind, SessionFactory factory) {
            System.out.println(kind + ": " + Idgen.of(factory).workerSource().orElseThrow());
        }

        private static PersistenceUnitInfo unit() {
            Map<String, Object> answers = Map.of(
                    "getPersistenceUnitName",
                    "pod",
                    "getManagedClassNames",
                    List.of(Ticket.class.getName()),
                    "getAllClassNames", // Of Jakarta Persistence 4.
                    List.of(Ticket.class.getName()),
                    "excludeUnlistedClasses",
                    true,
                    "getProperties",
                    new Properties(),
                    "getClassLoader",
                    PodIndexIT.class.getClassLoader());
            return (PersistenceUnitInfo) Proxy.newProxyInstance(
                    PodIndexIT.class.getClassLoader(),
                    new Class<?>[] {PersistenceUnitInfo.class},
                    (self, method, given) -> answers.getOrDefault(
                            method.getName(),
                            method.getReturnType() == List.class
                                    ? List.of()
                                    : method.getReturnType() == URL.class ? PodIndexIT.class.getResource("/") : null));
        }
    }

    @Entity(name = "PodTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }
}
