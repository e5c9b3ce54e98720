package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.internal.JavaTypeCache;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;

/** A recipe against sources before and after it, which are also compiled, and run on one database after the other. */
abstract class RecipeTest implements RewriteTest {

    @TempDir
    Path folder;

    private static int databases;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.parser(JavaParser.fromJavaVersion()
                .typeCache(new LibraryTypes())
                .classpath(
                        "jakarta.persistence-api",
                        "hibernate-core",
                        "hypersistence-utils-hibernate-71",
                        "hypersistence-tsid"));
    }

    /** What parsers have read of libraries, kept for the next one: Hibernate refers to so many types that it takes seconds. */
    static final class LibraryTypes extends JavaTypeCache {

        private static final Map<String, Object> READ = new ConcurrentHashMap<>();

        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(String signature) {
            return isOfTheTest(signature) ? super.get(signature) : (T) READ.get(signature);
        }

        @Override
        public void put(String signature, Object type) {
            if (isOfTheTest(signature)) {
                super.put(signature, type);
            } else {
                READ.put(signature, type);
            }
        }

        private static boolean isOfTheTest(String signature) {
            return signature.contains("com.acme");
        }
    }

    /** The source of a class before and after a recipe. */
    record Source(String before, String after) {

        static Source unchanged(String source) {
            return new Source(source, source);
        }

        String className() {
            return Application.className(before);
        }

        SourceSpecs spec() {
            return before.equals(after) ? java(before) : java(before, after);
        }
    }

    /** The rows of an entity that two versions of an application have made, three each. */
    record Rows(List<Object> old, List<Object> young, List<Object> all) {

        Rows {
            List<Object> both = new ArrayList<>(old);
            both.addAll(young);
            assertThat(all).containsExactlyInAnyOrderElementsOf(both);
            assertThat(new HashSet<>(both)).hasSize(6);
        }

        void startWithTheOldOnes() {
            assertThat(all.subList(0, 3)).containsExactlyElementsOf(old);
        }
    }

    /** Changes the sources, and then runs what they were and what they are. */
    Map<String, Rows> changesAndRuns(Source... sources) throws Exception {
        rewriteRun(Stream.of(sources).map(Source::spec).toArray(SourceSpecs[]::new));
        return runs(Map.of(), sources);
    }

    /**
     * Runs both versions on one database, the old one first; each persists three entities of each class.
     *
     * @return the rows by the simple name of their entity
     */
    Map<String, Rows> runs(Map<String, String> settings, Source... sources) throws Exception {
        String database = getClass().getSimpleName() + databases++;
        List<String> entities = Stream.of(sources)
                .filter(source -> source.before().contains("@Entity"))
                .map(Source::className)
                .toList();
        Map<String, List<Object>> old = new HashMap<>();
        Map<String, Rows> rows = new HashMap<>();
        try (Application application = Application.start(
                folder,
                database,
                Map.of(),
                Stream.of(sources).map(Source::before).toList())) {
            for (String entity : entities) {
                old.put(entity, application.persist(entity, 3));
            }
        }
        try (Application application = Application.start(
                folder,
                database,
                settings,
                Stream.of(sources).map(Source::after).toList())) {
            for (String entity : entities) {
                List<Object> young = application.persist(entity, 3);
                rows.put(
                        entity.substring(entity.lastIndexOf('.') + 1),
                        new Rows(old.get(entity), young, application.ids(entity)));
            }
        }
        return rows;
    }

    /** A recipe that leaves a comment is run once more, and must leave no second one. */
    void comments(String before, String comment) {
        String after = before.replace("    @Id\n", "    // hibernate-idgen: " + comment + "\n    @Id\n");
        rewriteRun(java(before, after));
        rewriteRun(java(after));
    }
}
