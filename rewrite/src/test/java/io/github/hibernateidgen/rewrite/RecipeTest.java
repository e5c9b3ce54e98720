package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/** A recipe against sources before and after it, which are also compiled, and run on one database after the other. */
abstract class RecipeTest implements RewriteTest {

    @TempDir
    Path folder;

    private static int databases;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.parser(JavaParser.fromJavaVersion()
                .classpath(
                        "jakarta.persistence-api",
                        "hibernate-core",
                        "hypersistence-utils-hibernate-71",
                        "hypersistence-tsid"));
    }

    /** The rows of an entity that two versions of an application have made. */
    record Rows(List<Object> old, List<Object> young, List<Object> all) {

        void areAllThere() {
            List<Object> both = new ArrayList<>(old);
            both.addAll(young);
            assertThat(all).containsExactlyInAnyOrderElementsOf(both);
            assertThat(new HashSet<>(both)).hasSameSizeAs(both);
        }
    }

    /** Runs both versions on one database, the old one first; each persists three entities. */
    Rows run(String entity, Map<String, String> settings, List<String> before, List<String> after) throws Exception {
        String database = getClass().getSimpleName() + databases++;
        List<Object> old;
        try (Application application = Application.start(folder, database, Map.of(), before)) {
            old = application.persist(entity, 3);
        }
        try (Application application = Application.start(folder, database, settings, after)) {
            List<Object> young = application.persist(entity, 3);
            return new Rows(old, young, application.ids(entity));
        }
    }

    Rows changesAndRuns(String entity, String before, String after) throws Exception {
        rewriteRun(java(before, after));
        Rows rows = run(entity, Map.of(), List.of(before), List.of(after));
        rows.areAllThere();
        return rows;
    }

    /** A recipe that leaves a comment is run once more, and must leave no second one. */
    void comments(String before, String after) {
        rewriteRun(java(before, after));
        rewriteRun(java(after));
    }
}
