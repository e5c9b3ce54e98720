package io.github.hibernateidgen.petclinic.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;

@JsonTest(properties = OwnerControllerTests.KEYS)
class OwnerJsonSliceTest {

    @Autowired
    private JacksonTester<Visit> json;

    record Visit(OwnerId owner, PetId pet) {}

    @Test
    void writesAndReadsIds() throws Exception {
        Visit visit = new Visit(OwnerControllerTests.GEORGE, new PetId(7));
        String text = "{\"owner\":\"" + OwnerControllerTests.GEORGES_ID + "\",\"pet\":\"pet_0000000000007\"}";
        assertThat(json.write(visit).getJson()).isEqualTo(text);
        assertThat(json.parseObject(text)).isEqualTo(visit);
    }
}
