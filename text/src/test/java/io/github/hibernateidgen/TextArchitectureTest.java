package io.github.hibernateidgen;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.hibernateidgen.text.PublicId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Texts depend on the engine alone, and the seal on the forms of GUIDs. */
class TextArchitectureTest {

    private static final String ROOT = "io.github.hibernateidgen.";
    private static final String SEAL = ROOT + "seal";

    private static JavaClasses production;

    @BeforeAll
    static void read() {
        production = new ClassFileImporter()
                .importUrl(PublicId.class.getProtectionDomain().getCodeSource().getLocation());
    }

    @Test
    void sealKnowsNothingButGuidTextAndTheJdk() {
        onlyDependsOn(SEAL, SEAL, ROOT + "guid", ROOT + "internal.text", "javax.crypto..");
    }

    @Test
    void textsKnowNothingButTheEngine() {
        onlyDependsOn(
                "..",
                SEAL,
                ROOT + "text",
                ROOT + "internal.notation",
                ROOT + "internal.text",
                ROOT + "guid",
                ROOT + "snowflake",
                "javax.crypto..");
    }

    private static void onlyDependsOn(String subject, String... packages) {
        classes()
                .that()
                .resideInAPackage(subject)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "org.jspecify..").or(resideInAnyPackage(packages)))
                .check(production);
    }
}
