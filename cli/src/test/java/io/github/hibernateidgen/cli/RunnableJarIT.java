package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.h2.Driver;
import org.junit.jupiter.api.Test;

/** The jar, as users have it. */
class RunnableJarIT {

    private static final String SNOWFLAKE = "382770312745709588";
    private static final String URL =
            "jdbc:h2:mem:none;INIT=create table idgen_worker (namespace varchar(100) not null\\,"
                    + " worker_id bigint not null\\, owner varchar(100) not null\\, reserved_until bigint not null\\,"
                    + " primary key (namespace\\, worker_id))";

    @Test
    void isRunByJavaWithADriverThatPrintsWhatIsNoResult() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jar = SeparateCli.jar().toString();
        Path h2 = Path.of(
                Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path err = Files.createTempFile(Path.of("target"), "idgen", ".err");
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar,
                        "workers",
                        "--driver",
                        h2.toString(),
                        "--url",
                        URL + ";TRACE_LEVEL_SYSTEM_OUT=3")
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(Files.readString(err)).isZero();
        assertThat(out.lines())
                .containsExactly(
                        "namespace [default] in [JDBC table PUBLIC.idgen_worker], in which no number was ever reserved");
        assertThat(err).content().contains("jdbc[");
        Files.delete(err);
    }

    @Test
    void needsNothingElse() throws Exception {
        try (SeparateCli cli = new SeparateCli(List.of(SeparateCli.jar()))) {
            Result decoded = cli.run("decode", "--layout", "standard", "--json", SNOWFLAKE);
            assertThat(decoded.exit()).as(decoded.err()).isZero();
            assertThat(decoded.out()).contains("2026-");
            assertThat(cli.run("--version").out()).matches("idgen [0-9].*\\s+");
            assertThat(cli.run("decode", "nonsense").err()).startsWith("text [nonsense] is not an id");
            assertThat(cli.run("generate", "--order", "bytes").exit()).isZero();
            assertThat(cli.run("workers", "--store", "redis://a:secret@db").err())
                    .startsWith("store [redis://***@db] needs class [io.lettuce.");
            Result refused = cli.run("workers", "--url", URL);
            assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
            assertThat(refused.err()).contains("give the driver's jar with --driver");
        }
    }

    @Test
    void holdsNoHibernateAndItsLicences() throws Exception {
        Path file = SeparateCli.jar();
        try (JarFile jar = new JarFile(file.toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .noneMatch(name -> name.startsWith("META-INF/services/org.hibernate"))
                    .noneMatch(name -> name.matches("io/github/hibernateidgen/internal/(?!(calls|notation|text)/).+"))
                    .noneMatch(name -> name.startsWith("io/lettuce") || name.startsWith("org/apache"))
                    .contains(
                            "META-INF/LICENSE",
                            "io/github/hibernateidgen/etcd/EtcdReservationStore.class",
                            "io/github/hibernateidgen/redis/RedisReservationStore.class",
                            "io/github/hibernateidgen/zookeeper/ZooKeeperReservationStore.class");
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("io.github.hibernateidgen.cli");
        }
        assertThat(Files.size(file)).isLessThan(1_500_000);
    }
}
