package io.github.hibernateidgen.scanned;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.petclinic.owner.PetId;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;

/** A slice finds entities where {@code @EntityScan} says that they are; the ids of others need no key. */
@JsonTest
class EntityScanSliceTest {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = PetId.class)
    static class Application {}

    @Autowired
    private JacksonTester<PetId> json;

    @Test
    void writesIds() throws Exception {
        assertThat(json.write(new PetId(7)).getJson()).isEqualTo("\"pet_0000000000007\"");
    }
}
