package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Test;

/** The jar, as users have it. */
class RunnableJarIT {

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("hibernate-idgen-cli-[0-9].*\\.jar"))
                    .filter(file -> !file.toString().endsWith("-sources.jar")
                            && !file.toString().endsWith("-javadoc.jar"))
                    .findFirst()
                    .orElseThrow(() ->
                            new AssertionError("no jar in " + Path.of("target").toAbsolutePath()));
        }
    }

    private static String run(int exit, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar().toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exit);
        return output;
    }

    @Test
    void runsWithoutAnythingElse() throws Exception {
        assertThat(run(0, "decode", "--layout", "standard", "382770312745709588"))
                .contains("2026-");
        assertThat(run(0, "--version")).matches("idgen [0-9].*\\s+");
        assertThat(run(1, "decode", "nonsense")).startsWith("text [nonsense] is no id");
    }

    @Test
    void loadsADriverFromItsJar() throws Exception {
        String h2 = Path.of(Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String url = "jdbc:h2:mem:none;INIT=create table idgen_worker (namespace varchar(100) not null,"
                + " worker_id bigint not null\\, owner varchar(100) not null\\, reserved_until bigint not null\\,"
                + " primary key (namespace\\, worker_id))";
        assertThat(run(0, "workers", "--driver", h2, "--url", url.replace("not null,", "not null\\,")))
                .contains("in which no number was ever reserved");
        assertThat(run(1, "workers", "--url", url)).contains("give the driver's jar with --driver");
    }

    @Test
    void holdsNoHibernateAndItsLicences() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .noneMatch(name -> name.startsWith("META-INF/services/org.hibernate"))
                    .noneMatch(name -> name.startsWith("io/github/hibernateidgen/internal"))
                    .contains("META-INF/LICENSE");
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("io.github.hibernateidgen.cli");
        }
        assertThat(Files.size(jar())).isLessThan(1_500_000);
    }
}
