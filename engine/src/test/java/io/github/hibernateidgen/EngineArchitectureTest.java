package io.github.hibernateidgen;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each kind of id depends only on what it needs, and the stores depend on the protocol. */
class EngineArchitectureTest {

    private static final String ROOT = "io.github.hibernateidgen";
    private static final String INTERNAL = ROOT + ".internal.";
    private static final String CALLS = INTERNAL + "calls";
    private static final String TEXT = INTERNAL + "text";
    private static final String SNOWFLAKE = ROOT + ".snowflake";
    private static final String GUID = ROOT + ".guid";
    private static final String SEGMENT = ROOT + ".segment";
    private static final String WORKER = ROOT + ".worker";
    private static final String RESERVATION = WORKER + ".reservation";
    private static final String JDBC = WORKER + ".jdbc";

    private static JavaClasses production;

    @BeforeAll
    static void read() {
        production = new ClassFileImporter()
                .importUrl(GuidOrder.class.getProtectionDomain().getCodeSource().getLocation());
    }

    @Test
    void snowflakeKnowsNothingButWorkerTextAndTheJdk() {
        onlyDependsOn(SNOWFLAKE, SNOWFLAKE, WORKER, TEXT);
    }

    @Test
    void guidKnowsNothingButTextAndTheJdk() {
        onlyDependsOn(GUID, GUID, TEXT, "javax.crypto..");
    }

    @Test
    void textKnowsNothingButTheJdk() {
        onlyDependsOn(TEXT, TEXT);
    }

    @Test
    void callsKnowNothingButTheJdk() {
        onlyDependsOn(CALLS, CALLS);
    }

    @Test
    void segmentKnowsNothingButCallsTextAndTheJdk() {
        onlyDependsOn(SEGMENT, SEGMENT, CALLS, TEXT);
    }

    @Test
    void workerKnowsNothingButTextAndTheJdk() {
        onlyDependsOn(WORKER, WORKER, TEXT);
    }

    @Test
    void reservationKnowsNothingButWorkerCallsTextAndTheJdk() {
        onlyDependsOn(RESERVATION, RESERVATION, WORKER, CALLS, TEXT);
        noClasses()
                .that()
                .resideInAPackage(RESERVATION)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
                .check(production);
    }

    @Test
    void jdbcKnowsNothingButReservationCallsTextAndTheJdk() {
        classes()
                .that()
                .resideInAPackage(JDBC)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "javax.sql..", "org.jspecify..", JDBC, RESERVATION, CALLS, TEXT))
                .check(production);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.github.(**)").should().beFreeOfCycles().check(production);
    }

    /** A wrapper overrides no default method by itself, and so loses what the method does (docs/contributing/decisions/0071). */
    @Test
    void interfacesForUsersHaveNoDefaultMethods() {
        assertThat(interfacesForUsers()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.reflect().isDefault())
                        .map(method -> method.getOwner().getSimpleName() + "." + method.getName()))
                .containsExactly("SegmentSource.fetch");
    }

    /** A lambda or a method reference implements such an interface, and everything that the interface promises. */
    @Test
    void interfacesThatALambdaCanImplement() {
        assertThat(interfacesForUsers()
                        .filter(type -> type.getMethods().stream()
                                        .filter(method -> method.getModifiers().contains(JavaModifier.ABSTRACT))
                                        .count()
                                == 1)
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("SegmentStore", "Work");
    }

    private static Stream<JavaClass> interfacesForUsers() {
        return production.stream()
                .filter(type -> type.isInterface()
                        && !type.isAnnotation()
                        && type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !type.getPackageName().startsWith(INTERNAL));
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

    @Test
    void generatorsAndSourcesAreGivenTheirClock() {
        noClasses()
                .that()
                .resideOutsideOfPackage(INTERNAL + ".")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(production);
    }

    private static void onlyDependsOn(String engine, String... packages) {
        classes()
                .that()
                .resideInAPackage(engine)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "javax.sql..", "org.jspecify..")
                        .or(resideInAnyPackage(packages)))
                .check(production);
    }
}
