package io.github.hibernateidgen.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;

/** A slice for JSON, which that for controllers contains, writes ids as the application does. */
@JsonTest(properties = "idgen.jackson.snowflake-as-string=true")
class JsonSliceTest {

    @Autowired
    private JacksonTester<View> json;

    @Test
    void writesIdsAsText() throws Exception {
        assertThat(json.write(new View(Long.MAX_VALUE)).getJson()).isEqualTo("{\"id\":\"9223372036854775807\"}");
    }

    record View(@SnowflakeId Long id) {}
}
