package io.github.hibernateidgen.quarkus.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Without a decision about the JSON of Snowflake ids, they are numbers, and the start warns of them. */
@QuarkusTest
@TestProfile(OwnApplication.class)
class NumbersInJsonTest {

    @TestHTTPResource("/")
    URI root;

    @Test
    void startWarnsOnce() throws Exception {
        assertThat(OwnApplication.warnings("in JSON"))
                .singleElement()
                .asString()
                .contains(
                        "Both.id and other Snowflake ids are numbers in JSON",
                        "quarkus.hibernate-idgen.jackson.snowflake-as-string=true",
                        "Build with false",
                        "customerId");
    }

    @Test
    void idReferenceAndListAreNumbers() throws Exception {
        JsonNode order = new ObjectMapper().readTree(Orders.send(root, "POST", "orders", ""));
        assertThat(order.path("id").isNumber()).isTrue();
        assertThat(order.path("buyer").path("id").isNumber()).isTrue();
        assertThat(order.path("guests").path(0).path("id").isNumber()).isTrue();
        assertThat(order.path("parcel").path("id").asText()).startsWith("par_");
    }
}
