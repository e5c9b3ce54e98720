package io.github.hibernateidgen.benchmarks.startup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;

/**
 * Measures the time of an application from the creation of Hibernate's configuration until its first row is committed, on an
 * H2 in memory. Each start has a separate JVM, and the kinds take turns. Results are in {@code
 * benchmarks/results/startup.json}.
 *
 * <p>JMH is not used, because JMH would already have loaded its own classes and some of the JDK's classes. Classes and calls
 * are counted in separate starts, which are not timed.
 */
public final class Startup {

    /** The jars on the application's class path, and the id of its entity. */
    private enum Kind {
        WITHOUT_JAR("Assigned"),
        ASSIGNED("Assigned"),
        COMB_GUID("Comb"),
        SNOWFLAKE("Snowflake");

        private final String entity;

        Kind(String entity) {
            this.entity = entity;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OURS = "hibernate-idgen";
    private static final Pattern NEEDED =
            Pattern.compile("(hibernate-|jakarta\\.|byte-buddy|antlr4-|jboss-logging|jaxb-|"
                    + "istack-|txw2|angus-|h2-|jspecify-).*\\.jar");
    private static final Pattern LOADED =
            Pattern.compile("\\[class,load\\] io\\.github\\.hibernateidgen\\.(?!benchmarks)\\S+");

    private final Path scratch;
    private final Path jar;
    private final List<Path> libraries;

    private Startup(Path scratch) throws IOException {
        this.scratch = scratch;
        // A copy in an empty folder: the jar's manifest names all libraries of the benchmarks, which must not be found.
        this.jar = Files.copy(
                location(Startup.class), scratch.resolve("application.jar"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> files = Files.list(location(SessionFactory.class).getParent())) {
            this.libraries = files.filter(file ->
                            NEEDED.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    /**
     * Measures all kinds.
     *
     * @param args optionally the folder for the results, and after it the number of rounds
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args.length > 0 ? args[0] : "benchmarks/results");
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        Startup startup = new Startup(Files.createTempDirectory("startup"));
        ArrayNode results = JSON.createArrayNode();
        for (Kind kind : Kind.values()) {
            results.add(print(startup.count(kind)));
        }
        for (int round = 1; round <= rounds; round++) {
            for (Kind kind : Kind.values()) {
                results.add(print(startup.start(kind, List.of(), List.of()).put("round", round)));
            }
        }
        Files.createDirectories(folder);
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve("startup.json").toFile(), results);
    }

    private static ObjectNode print(ObjectNode result) {
        System.out.println(result);
        return result;
    }

    /**
     * Counts classes in a start, and calls of the driver in another start, because the proxies around the driver load more
     * classes of the benchmark.
     */
    private ObjectNode count(Kind kind) throws IOException {
        Path log = scratch.resolve(kind + ".log");
        start(kind, List.of("-Xlog:class+load:file=" + log), List.of());
        ObjectNode counts = start(kind, List.of(), List.of(CountingDriver.class.getName()));
        counts.remove("ms");
        try (Stream<String> lines = Files.lines(log)) {
            List<String> names = lines.takeWhile(line -> !line.contains(Application.FirstRow.class.getName()))
                    .filter(line -> LOADED.matcher(line).find())
                    .toList();
            return counts.put("classes", names.size())
                    .put(
                            "lambdas",
                            names.stream()
                                    .filter(name -> name.contains("$$Lambda"))
                                    .count());
        }
    }

    private ObjectNode start(Kind kind, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(kind), Application.class.getName(), kind.entity));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(scratch.resolve(kind + ".err").toFile())
                .start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String last = out.strip().lines().reduce((a, b) -> b).orElse("");
        if (!last.startsWith("{")) {
            throw new IOException(kind + " did not start: " + Files.readString(scratch.resolve(kind + ".err")));
        }
        return ((ObjectNode) JSON.readTree(last)).put("kind", kind.name());
    }

    private String classPath(Kind kind) {
        return Stream.concat(Stream.of(jar), libraries.stream())
                .filter(file -> kind != Kind.WITHOUT_JAR
                        || !file.getFileName().toString().startsWith(OURS))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path location(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
