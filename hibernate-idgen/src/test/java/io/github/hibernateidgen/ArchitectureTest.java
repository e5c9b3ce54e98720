package io.github.hibernateidgen;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dependencies point one way. The engine and the texts are modules of their own, which cannot depend on these packages. */
class ArchitectureTest {

    private static final String ROOT = "io.github.hibernateidgen";
    private static final String INTERNAL = ROOT + ".internal.";
    private static final String CONFIG = ROOT + ".config";

    private static JavaClasses production;

    @BeforeAll
    static void read() {
        production = new ClassFileImporter()
                .importUrl(
                        SnowflakeId.class.getProtectionDomain().getCodeSource().getLocation());
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

    /** What a user types, what Hibernate calls, the engines of a session factory, what these need. */
    @Test
    void everyArrowPointsDown() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("typed")
                .definedBy(ROOT)
                .layer("mapping")
                .definedBy(INTERNAL + "mapping")
                .layer("factory")
                .definedBy(INTERNAL + "factory")
                .layer("columns")
                .definedBy(INTERNAL + "columns")
                .layer("segments")
                .definedBy(INTERNAL + "segments")
                .layer("types")
                .definedBy(INTERNAL + "types")
                .layer("database")
                .definedBy(INTERNAL + "database")
                .layer("settings")
                .definedBy(INTERNAL + "settings")
                .layer("config")
                .definedBy(CONFIG)
                .whereLayer("typed")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("mapping")
                .mayOnlyBeAccessedByLayers("typed")
                .whereLayer("factory")
                .mayOnlyBeAccessedByLayers("typed", "mapping")
                .whereLayer("columns")
                .mayOnlyBeAccessedByLayers("typed", "mapping", "factory")
                .whereLayer("segments")
                .mayOnlyBeAccessedByLayers("typed", "mapping", "factory")
                .whereLayer("types")
                .mayOnlyBeAccessedByLayers("typed", "mapping", "factory")
                .whereLayer("database")
                .mayOnlyBeAccessedByLayers("mapping", "factory", "columns", "segments", "types")
                .whereLayer("settings")
                .mayOnlyBeAccessedByLayers("mapping", "factory", "columns", "segments", "database")
                .check(production);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.github.(**)").should().beFreeOfCycles().check(production);
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
                .doNotHaveFullyQualifiedName(ROOT + ".internal.factory.Guids")
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
