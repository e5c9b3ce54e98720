package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.IdgenSettings;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;

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
    void keepTheScriptsAndTheServices() {
        for (JdbcDatabase database : JdbcDatabase.values()) {
            String script = database.name().toLowerCase(Locale.ROOT) + ".sql";
            assertThat(resource().forResource("io/github/hibernateidgen/worker/jdbc/" + script))
                    .accepts(hints);
        }
        assertThat(resource().forResource("META-INF/services/org.hibernate.service.spi.ServiceContributor"))
                .accepts(hints);
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
    }
}
