package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.hibernate.SessionFactory;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.cfg.Configuration;

/** The sources of an application, compiled, and run by Hibernate on an H2 that keeps its tables from one run to the next. */
final class Application implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:abstract )?(?:final )?class (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private final URLClassLoader loader;
    private final SessionFactory factory;

    private Application(URLClassLoader loader, SessionFactory factory) {
        this.loader = loader;
        this.factory = factory;
    }

    /** Compiles the sources into a fresh folder, and starts Hibernate with the entities among them. */
    static Application start(Path folder, String database, Map<String, String> settings, List<String> sources)
            throws Exception {
        Path classes = Files.createTempDirectory(folder, "classes");
        compile(classes, sources);
        URLClassLoader loader = new URLClassLoader(new URL[] {url(classes)}, Application.class.getClassLoader());
        Configuration configuration = new Configuration(new BootstrapServiceRegistryBuilder()
                        .applyClassLoader(loader)
                        .build())
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1")
                .setProperty("hibernate.hbm2ddl.auto", "update")
                .setProperty("hibernate.idgen.worker.id", "1");
        settings.forEach(configuration::setProperty);
        for (String source : sources) {
            Class<?> type = loader.loadClass(className(source));
            if (source.contains("@Entity") || source.contains("@MappedSuperclass")) {
                configuration.addAnnotatedClass(type);
            }
        }
        return new Application(loader, configuration.buildSessionFactory());
    }

    /** Persists new entities of a class in one unit of work, and returns their ids. */
    List<Object> persist(String entity, int count) throws ReflectiveOperationException {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Constructor<?> made = loader.loadClass(entity).getDeclaredConstructor();
            made.setAccessible(true);
            rows.add(made.newInstance());
        }
        factory.inTransaction(session -> rows.forEach(session::persist));
        return rows.stream()
                .map(factory.getPersistenceUnitUtil()::getIdentifier)
                .toList();
    }

    /** The ids of all rows, as the database orders them. */
    List<Object> ids(String entity) {
        return factory.fromTransaction(
                session -> session.createSelectionQuery("select id from " + entity + " order by id", Object.class)
                        .list());
    }

    @Override
    public void close() throws IOException {
        factory.close();
        loader.close();
    }

    private static void compile(Path classes, List<String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<JavaFileObject> files = sources.stream().map(Application::file).toList();
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        files)
                .call();
        assertThat(compiled).as("%s%n%s", messages, String.join("\n", sources)).isTrue();
    }

    private static JavaFileObject file(String source) {
        URI uri = URI.create("string:///" + className(source).replace('.', '/') + ".java");
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    static String className(String source) {
        return Stream.of(PACKAGE, NAME)
                .map(pattern -> pattern.matcher(source))
                .peek(found -> assertThat(found.find()).as(source).isTrue())
                .map(found -> found.group(1))
                .reduce((a, b) -> a + "." + b)
                .orElseThrow();
    }

    private static URL url(Path folder) throws MalformedURLException {
        return folder.toUri().toURL();
    }
}
