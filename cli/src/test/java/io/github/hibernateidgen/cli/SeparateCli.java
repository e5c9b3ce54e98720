package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.Cli.Result;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Runs commands in this JVM from a class path of their own, as another JVM would that is started with it. */
final class SeparateCli implements AutoCloseable {

    private final URLClassLoader loader;

    SeparateCli(List<Path> classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path entry : classPath) {
            urls.add(entry.toUri().toURL());
        }
        loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** The jar that was built. */
    static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("hibernate-idgen-cli-[0-9].*\\.jar"))
                    .filter(file -> !file.toString().endsWith("-sources.jar")
                            && !file.toString().endsWith("-javadoc.jar"))
                    .findFirst()
                    .orElseThrow(() ->
                            new AssertionError("no jar in " + Path.of("target").toAbsolutePath()));
        }
    }

    /** Those entries of the tests' class path whose file has such a name. */
    static List<Path> entries(Predicate<String> name) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> name.test(entry.getFileName().toString()))
                .toList();
    }

    Result run(String... args) throws ReflectiveOperationException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> shell = loader.loadClass(Shell.class.getName());
            Constructor<?> made = shell.getDeclaredConstructors()[0];
            made.setAccessible(true);
            Method run = loader.loadClass(Main.class.getName()).getDeclaredMethod("run", shell, String[].class);
            run.setAccessible(true);
            Object streams = made.newInstance(
                    new BufferedReader(Reader.nullReader()),
                    new PrintWriter(out),
                    new PrintWriter(err),
                    InstantSource.system(),
                    (Function<String, String>) System::getenv);
            return new Result((int) run.invoke(null, streams, args), out.toString(), err.toString());
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
