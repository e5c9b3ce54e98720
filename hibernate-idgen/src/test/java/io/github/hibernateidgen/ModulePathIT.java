package io.github.hibernateidgen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is a module, and requires the jar by its {@code Automatic-Module-Name}. */
class ModulePathIT {

    /** What the application requires. Hibernate, an automatic module too, finds the rest on the class path. */
    private static final Pattern REQUIRED = Pattern.compile(
            "(hibernate-core|hibernate-idgen-engine|jakarta\\.persistence-api)-[0-9].*(?<!-tests)\\.jar");

    private static final Map<String, String> SOURCES =
            Map.of("module-info.java", """
            module shop {
                requires io.github.hibernateidgen;
                requires io.github.hibernateidgen.engine;
                requires jakarta.persistence;
                requires java.naming;
                requires java.sql;
                requires org.hibernate.orm.core;
                opens shop;
            }
            """, "shop/Purchase.java", """
            package shop;
            import io.github.hibernateidgen.CombGuid;
            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;
            import java.util.UUID;
            @Entity public class Purchase {
                @Id @SnowflakeId Long id;
                @CombGuid UUID receipt;
            }
            """, "shop/Numbers.java", """
            package shop;
            import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
            import io.github.hibernateidgen.worker.reservation.ReservationStore;
            import java.util.function.Supplier;
            public class Numbers implements Supplier<ReservationStore> {
                @Override public ReservationStore get() {
                    System.out.println("store made");
                    return new InMemoryReservationStore();
                }
            }
            """, "shop/Main.java", """
            package shop;
            import io.github.hibernateidgen.Idgen;
            import org.hibernate.cfg.Configuration;
            public class Main {
                public static void main(String[] args) {
                    try (var factory = new Configuration()
                            .addAnnotatedClass(Purchase.class)
                            .setProperty("hibernate.connection.url", "jdbc:h2:mem:shop")
                            .setProperty("hibernate.hbm2ddl.auto", "create-drop")
                            .setProperty("hibernate.idgen.worker.source", "shop.Numbers")
                            .buildSessionFactory()) {
                        var purchase = new Purchase();
                        factory.inTransaction(session -> session.persist(purchase));
                        System.out.println("id " + (purchase.id > 0 && purchase.receipt != null));
                        System.out.println("attributes " + Idgen.of(factory).attributes().size());
                    }
                    System.out.println("module " + Idgen.class.getModule());
                }
            }
            """);

    @Test
    void isAModuleOnTheModulePath(@TempDir Path folder) throws Exception {
        Map<Boolean, String> others = Stream.of(classPath().split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.partitioningBy(
                        entry -> REQUIRED.matcher(Path.of(entry).getFileName().toString())
                                .matches(),
                        Collectors.joining(File.pathSeparator)));
        String modulePath = jar() + File.pathSeparator + others.get(true);
        compile(folder, modulePath);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-p",
                        modulePath + File.pathSeparator + folder.resolve("classes"),
                        "-cp",
                        others.get(false),
                        "-m",
                        "shop/shop.Main")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines())
                .contains("store made", "id true", "attributes 2", "module module io.github.hibernateidgen");
    }

    private static void compile(Path folder, String modulePath) throws IOException {
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = folder.resolve("source").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of(
                                    "--release",
                                    "17",
                                    "-proc:none",
                                    "-p",
                                    modulePath,
                                    "-d",
                                    folder.resolve("classes").toString()),
                            null,
                            files.getJavaFileObjects(SOURCES.keySet().stream()
                                    .map(name -> folder.resolve("source").resolve(name))
                                    .toArray(Path[]::new)))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    private static String jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("hibernate-idgen-[0-9].*\\.jar"))
                    .map(Path::toString)
                    .filter(file -> !file.matches(".*-(sources|javadoc|tests)\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
