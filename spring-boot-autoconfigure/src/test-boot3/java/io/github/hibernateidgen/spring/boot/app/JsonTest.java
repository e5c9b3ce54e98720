package io.github.hibernateidgen.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.SnowflakeId;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The mapper that Spring Boot makes has our module. */
@SpringBootTest(
        classes = NoteApplication.class,
        properties = {"idgen.worker.id=5", "idgen.jackson.snowflake-as-string=true"})
class JsonTest {

    @Autowired
    private ObjectMapper mapper;

    @Test
    void writesIdsAsText() throws Exception {
        assertThat(mapper.writeValueAsString(new View(Long.MAX_VALUE))).isEqualTo("{\"id\":\"9223372036854775807\"}");
    }

    record View(@SnowflakeId Long id) {}
}
