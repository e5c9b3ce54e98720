package io.github.hibernateidgen.quarkus.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With {@code jackson.snowflake-as-string} a browser gets ids, references and lists as text, and sends them back whole. */
@QuarkusTest
@TestProfile(TextInJsonTest.AsText.class)
class TextInJsonTest {

    public static class AsText extends OwnApplication {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = super.getConfigOverrides();
            settings.put("quarkus.hibernate-idgen.jackson.snowflake-as-string", "true");
            return settings;
        }
    }

    private final ObjectMapper mapper = new ObjectMapper();

    @TestHTTPResource("/")
    URI root;

    @Test
    void decisionEndsTheWarning() throws Exception {
        assertThat(OwnApplication.warnings("in JSON")).isEmpty();
    }

    @Test
    void browserSendsBackWhatItGot() throws Exception {
        JsonNode order = mapper.readTree(Orders.send(root, "POST", "orders", ""));
        assertThat(List.of(
                        order.path("id"),
                        order.path("buyer").path("id"),
                        order.path("guests").path(0).path("id"),
                        order.path("guests").path(1).path("id")))
                .allMatch(JsonNode::isTextual)
                .allSatisfy(id -> assertThat(id.asText()).matches("\\d{17,19}"));
        assertThat(order.path("parcel").path("id").asText()).startsWith("par_");

        assertThat(mapper.readTree(
                        Orders.send(root, "GET", "orders/" + order.path("id").asText(), "")))
                .isEqualTo(order);
        ObjectNode view = mapper.createObjectNode();
        view.set("id", order.path("id"));
        view.set("buyerId", order.path("buyer").path("id"));
        view.set("guests", order.path("guests"));
        view.set("parcel", order.path("parcel").path("id"));
        assertThat(mapper.readTree(Orders.send(root, "POST", "orders/find", view.toString())))
                .isEqualTo(order);
    }
}
