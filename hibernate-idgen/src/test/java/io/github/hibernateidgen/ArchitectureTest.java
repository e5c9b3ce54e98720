package io.github.hibernateidgen;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceRule;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.IdgenIntegrator;
import io.github.hibernateidgen.internal.guid.CombGuidGenerator;
import io.github.hibernateidgen.internal.segment.SegmentIdGenerator;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.snowflake.SnowflakeIdGenerator;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hibernate.annotations.IdGeneratorType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dependencies point one way. The engine and the texts are modules of their own, which cannot depend on these packages. */
class ArchitectureTest {

    private static final String ROOT = "io.github.hibernateidgen";
    private static final String INTERNAL = ROOT + ".internal.";
    private static final String CONFIG = ROOT + ".config";

    private static JavaClasses production;

    /** The class literals that point up: each annotation names its generator, which reads it. */
    private static final Map<Class<?>, Class<?>> GENERATORS = new LinkedHashMap<>();

    @BeforeAll
    static void read() {
        production = new ClassFileImporter()
                .importUrl(
                        SnowflakeId.class.getProtectionDomain().getCodeSource().getLocation());
        production.stream()
                .filter(type -> type.getPackageName().equals(ROOT) && type.isAnnotatedWith(IdGeneratorType.class))
                .map(JavaClass::reflect)
                .forEach(type -> GENERATORS.put(
                        type, type.getAnnotation(IdGeneratorType.class).value()));
    }

    @Test
    void noOtherArrowPointsUp() {
        assertThat(GENERATORS)
                .containsEntry(SnowflakeId.class, SnowflakeIdGenerator.class)
                .containsEntry(CombGuid.class, CombGuidGenerator.class)
                .containsEntry(SegmentId.class, SegmentIdGenerator.class)
                .hasSize(IdgenIntegrator.generators().size());
        assertThat(GENERATORS.values()).hasSameElementsAs(IdgenIntegrator.generators());
    }

    /** Modules of their own know them. */
    @Test
    void nothingKnowsTheClientOfAStoreOrALibraryOfJson() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.lettuce..",
                        "org.apache.curator..",
                        "org.apache.zookeeper..",
                        "io.etcd..",
                        "com.fasterxml.jackson..",
                        "tools.jackson..")
                .check(production);
    }

    /**
     * The kinds of ids know everything below them, and nobody knows a kind but the class that Hibernate finds, which lists the
     * kinds. So a kind is one folder.
     */
    @Test
    void everyArrowPointsDown() {
        LayeredArchitecture rule = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("found")
                .definedBy(ROOT + ".internal")
                .layer("snowflake")
                .definedBy(INTERNAL + "snowflake")
                .layer("guid")
                .definedBy(INTERNAL + "guid")
                .layer("segment")
                .definedBy(INTERNAL + "segment")
                .layer("typed")
                .definedBy(ROOT)
                .layer("runtime")
                .definedBy(INTERNAL + "runtime")
                .layer("columns")
                .definedBy(INTERNAL + "columns")
                .layer("types")
                .definedBy(INTERNAL + "types")
                .layer("database")
                .definedBy(INTERNAL + "database")
                .layer("settings")
                .definedBy(INTERNAL + "settings")
                .layer("attribute")
                .definedBy(ROOT + ".attribute")
                .layer("config")
                .definedBy(CONFIG)
                .whereLayer("found")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("snowflake")
                .mayOnlyBeAccessedByLayers("found")
                .whereLayer("guid")
                .mayOnlyBeAccessedByLayers("found")
                .whereLayer("segment")
                .mayOnlyBeAccessedByLayers("found")
                .whereLayer("typed")
                .mayOnlyBeAccessedByLayers("snowflake", "guid", "segment")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("found", "snowflake", "guid", "segment", "typed")
                .whereLayer("columns")
                .mayOnlyBeAccessedByLayers("snowflake", "guid", "segment", "runtime")
                .whereLayer("types")
                .mayOnlyBeAccessedByLayers("snowflake", "typed", "runtime")
                .whereLayer("database")
                .mayOnlyBeAccessedByLayers("snowflake", "segment", "runtime", "columns", "types")
                .whereLayer("settings")
                .mayOnlyBeAccessedByLayers("snowflake", "guid", "segment", "typed", "runtime", "columns", "database");
        for (Map.Entry<Class<?>, Class<?>> generator : GENERATORS.entrySet()) {
            rule = rule.ignoreDependency(generator.getKey(), generator.getValue());
        }
        rule.check(production);
    }

    /**
     * Each annotation names its generator, as Hibernate's annotations do, and is read by it: one class literal for each
     * kind, in place of a class that passes the annotation on (docs/contributing/decisions/0069).
     */
    @Test
    void packagesHaveNoCycles() {
        SliceRule rule = slices().matching("io.github.(**)").should().beFreeOfCycles();
        for (Map.Entry<Class<?>, Class<?>> generator : GENERATORS.entrySet()) {
            rule = rule.ignoreDependency(generator.getKey(), generator.getValue());
        }
        rule.check(production);
    }

    @Test
    void noFileIsReadOrWritten() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.file..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File.*|RandomAccessFile)")
                .check(production);
    }

    /** docs/contributing/decisions/0027: what keeps ids that can be foreseen in tests. */
    @Test
    void nothingAsksForRepeatableIdsButTheTestKit() {
        noClasses()
                .should()
                .callConstructor(
                        RepeatableSources.class, InstantSource.class, WorkerSource.class, Supplier.class, Set.class)
                .check(production);
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".internal.guid.Guids")
                .should()
                .callMethod(
                        GuidGenerator.class,
                        "forTests",
                        GuidFormat.class,
                        GuidOrder.class,
                        InstantSource.class,
                        LongSupplier.class)
                .check(production);
    }
}
