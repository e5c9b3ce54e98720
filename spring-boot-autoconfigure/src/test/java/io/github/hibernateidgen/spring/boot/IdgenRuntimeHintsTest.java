package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** What a native image is told, by Spring and by the library's own jar. */
class IdgenRuntimeHintsTest {

    private static final String HOME = "/META-INF/native-image/io.github.hibernateidgen/hibernate-idgen/";

    private final RuntimeHints hints = new RuntimeHints();

    IdgenRuntimeHintsTest() {
        new IdgenRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void letHibernateMakeTheGenerators() throws Exception {
        for (Class<?> generator : IdgenRuntimeHints.GENERATORS) {
            assertThat(reflection().onType(generator).withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                    .accepts(hints);
            assertThat(generator.getConstructor()).isNotNull();
        }
        assertThat(IdgenRuntimeHints.ARRAYS)
                .allSatisfy(array -> assertThat(reflection().onType(array)).accepts(hints));
    }

    @Test
    void keepTheScriptsAndTheServices() throws Exception {
        for (JdbcDatabase database : JdbcDatabase.values()) {
            String script = database.name().toLowerCase(Locale.ROOT) + ".sql";
            assertThat(resource().forResource("io/github/hibernateidgen/worker/jdbc/" + script))
                    .accepts(hints);
        }
        assertThat(serviceFiles()).allSatisfy((file, implementations) -> {
            assertThat(resource().forResource("META-INF/services/" + file)).accepts(hints);
            assertThat(implementations)
                    .allSatisfy(type -> assertThat(reflection()
                                    .onType(TypeReference.of(type))
                                    .withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                            .accepts(hints));
        });
    }

    @Test
    void letTheConfigurationOfRedisConnectionsBeRead() throws Exception {
        assertThat(reflection().onField(LettuceConnectionFactory.class.getDeclaredField("configuration")))
                .accepts(hints);
    }

    @Test
    void letTheConverterOfGraphQlArgumentsBeAdded() {
        for (String name : IdgenRuntimeHints.GRAPH_QL) {
            if (ClassUtils.isPresent(name, null)) {
                assertThat(reflection()
                                .onType(TypeReference.of(name))
                                .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                        .accepts(hints);
            }
        }
        assertThat(ClassUtils.isPresent(IdgenRuntimeHints.GRAPH_QL.get(0), null))
                .isTrue();
    }

    @Test
    void standInTheLibrarysOwnJarToo() throws Exception {
        JsonNode metadata;
        try (InputStream json = IdgenSettings.class.getResourceAsStream(HOME + "reachability-metadata.json")) {
            metadata = new ObjectMapper().readTree(json);
        }
        List<String> types = new ArrayList<>();
        metadata.path("reflection").forEach(type -> types.add(type.path("type").asText()));
        for (Class<?> type : IdgenRuntimeHints.GENERATORS) {
            assertThat(types).contains(type.getName());
        }
        for (Class<?> type : IdgenRuntimeHints.ARRAYS) {
            assertThat(types).contains(type.getCanonicalName());
        }
        for (String type : types) {
            assertThat(type.endsWith("[]") || Class.forName(type) != null).isTrue();
        }
        List<String> globs = new ArrayList<>();
        metadata.path("resources")
                .forEach(resource -> globs.add(resource.path("glob").asText()));
        assertThat(serviceFiles()).allSatisfy((file, implementations) -> {
            assertThat(globs).contains("META-INF/services/" + file);
            assertThat(types).containsAll(implementations);
        });
    }

    /** What the library's jar offers as Java services, by the names of the files. */
    private static Map<String, List<String>> serviceFiles() throws Exception {
        Path home = Path.of(IdgenSettings.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(home)) {
            return serviceFiles(home.resolve("META-INF/services"));
        }
        try (FileSystem jar = FileSystems.newFileSystem(home)) {
            return serviceFiles(jar.getPath("META-INF/services"));
        }
    }

    private static Map<String, List<String>> serviceFiles(Path folder) throws Exception {
        Map<String, List<String>> files = new TreeMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path file : found) {
                files.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(2);
        return files;
    }
}
