package io.github.hibernateidgen.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import io.github.hibernateidgen.docs.Sample.Source;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Every block of Java in the README and in docs is compiled, on the class path of these tests and beside {@link Shop}. How
 * a few lines become a class is {@link Sample}'s. This module sees most: the kit for tests, Spring Boot and Spring Data.
 */
class JavaSamplesDocTest {

    /** Where the class is not there, the samples that name it are left out. */
    private static final Map<String, String> SINCE_HIBERNATE_7 =
            Map.of("SelectionSpecification", "org.hibernate.query.specification.SelectionSpecification");

    /** Where the class is, by the version of Spring Boot: 3.5, and 4. */
    private static final List<String> DATA_JPA_TEST = List.of(
            "org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest",
            "org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest");

    private static final List<String> PACKAGES = List.of(
            "io.github.hibernateidgen",
            "io.github.hibernateidgen.database",
            "io.github.hibernateidgen.etcd",
            "io.github.hibernateidgen.guid",
            "io.github.hibernateidgen.redis",
            "io.github.hibernateidgen.segment",
            "io.github.hibernateidgen.snowflake",
            "io.github.hibernateidgen.spring.data",
            "io.github.hibernateidgen.test",
            "io.github.hibernateidgen.text",
            "io.github.hibernateidgen.test.spring",
            "io.github.hibernateidgen.worker",
            "io.github.hibernateidgen.worker.jdbc",
            "io.github.hibernateidgen.worker.reservation",
            "io.github.hibernateidgen.zookeeper",
            "jakarta.persistence",
            "java.io",
            "java.time",
            "java.util",
            "org.springframework.data.domain",
            "org.springframework.web.bind.annotation");

    private static final List<String> CLASSES = List.of(
            "com.zaxxer.hikari.HikariDataSource",
            "io.etcd.jetcd.ByteSequence",
            "io.etcd.jetcd.Client",
            "io.lettuce.core.RedisClient",
            "io.github.hibernateidgen.spring.boot.IdgenDataSource",
            "io.lettuce.core.RedisURI",
            "jakarta.persistence.Id",
            "java.sql.Connection",
            "java.sql.PreparedStatement",
            "java.util.function.Supplier",
            "javax.sql.DataSource",
            "org.apache.curator.framework.CuratorFramework",
            "org.apache.curator.framework.CuratorFrameworkFactory",
            "org.apache.curator.framework.api.ACLProvider",
            "org.apache.curator.retry.RetryOneTime",
            "org.apache.zookeeper.ZooDefs",
            "org.apache.zookeeper.client.ZKClientConfig",
            "org.apache.zookeeper.data.ACL",
            "org.hibernate.SessionFactory",
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.api.extension.RegisterExtension",
            "org.junit.jupiter.params.ParameterizedTest",
            "org.junit.jupiter.params.provider.EnumSource",
            "org.postgresql.ds.PGSimpleDataSource",
            "org.springframework.beans.factory.annotation.Autowired",
            "org.springframework.beans.factory.annotation.Value",
            "org.springframework.boot.context.properties.ConfigurationProperties",
            "org.springframework.context.annotation.Bean",
            "org.springframework.data.jpa.repository.JpaRepository",
            "org.springframework.data.jpa.repository.JpaSpecificationExecutor",
            "org.springframework.http.ResponseEntity",
            "org.springframework.jdbc.datasource.DriverManagerDataSource",
            "org.springframework.data.relational.core.mapping.event.BeforeConvertCallback",
            "reactor.core.publisher.Mono",
            "reactor.core.scheduler.Schedulers",
            "static java.nio.charset.StandardCharsets.UTF_8",
            "static java.util.Comparator.comparingLong",
            "static org.assertj.core.api.Assertions.assertThat");

    private static boolean exists(String name) {
        return JavaSamplesDocTest.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }

    private static String imports() {
        Stream<String> all = Stream.of(
                        CLASSES.stream(),
                        DATA_JPA_TEST.stream().filter(JavaSamplesDocTest::exists),
                        SINCE_HIBERNATE_7.values().stream().filter(JavaSamplesDocTest::exists),
                        PACKAGES.stream().map(name -> name + ".*"))
                .flatMap(names -> names);
        return all.map(name -> "import " + name + "; ").collect(joining());
    }

    private static boolean isForThisHibernate(Sample sample) {
        return SINCE_HIBERNATE_7.entrySet().stream()
                .allMatch(later -> !sample.text().contains(later.getKey()) || exists(later.getValue()));
    }

    /** That of these tests, and the tests and servers which docs/contributing/test-databases.md is about. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                + File.pathSeparator
                + Path.of("..", "hibernate-idgen", "target", "test-classes")
                + File.pathSeparator
                + Path.of("..", "testing", "target", "classes");
    }

    private static List<String> faults(List<Sample> samples) throws IOException {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = List.of("--release", "17", "-proc:none", "-classpath", classPath());
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostics, options, null, Sample.sources(samples, imports()));
        task.analyze();
        return diagnostics.getDiagnostics().stream()
                .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
                .map(fault -> ((Source) fault.getSource()).place(fault.getLineNumber()) + ": " + fault.getMessage(null))
                .toList();
    }

    @Test
    void compile() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Path page : Pages.all()) {
            samples.addAll(Sample.of(page));
        }
        assertThat(samples).isNotEmpty();
        samples.removeIf(sample -> !isForThisHibernate(sample));
        assertThat(faults(samples)).isEmpty();
    }

    @Test
    void faultsAreSeenInEachKindOfSample() throws IOException {
        Path page = Path.of("page.md");
        List<Sample> samples = List.of(
                new Sample(page, 10, "@Entity\nclass Order {\n    @SnowflakeId(layuot = \"short\") Long id;\n}\n"),
                new Sample(page, 20, "@Id Long id;\n@Id @CombGiud UUID id;\n"),
                new Sample(page, 30, "Idgen idgen = Idgen.of(sessionFactory);\nidgen.nxet(Order.class);\n"),
                new Sample(page, 40, "Long id = Idgen.of(sessionFactory).next(Order.class, Long.class;\n"));
        assertThat(faults(samples))
                .satisfiesExactlyInAnyOrder(
                        fault -> assertThat(fault).startsWith("page.md:12: ").contains("layuot"),
                        fault -> assertThat(fault).startsWith("page.md:21: ").contains("CombGiud"),
                        fault -> assertThat(fault).startsWith("page.md:31: ").contains("nxet"),
                        fault -> assertThat(fault).startsWith("page.md:40: ").contains("expected"));
    }
}
