package io.github.hibernateidgen.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicIds;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** One response with an id, references to it and lists: all are text, or all are numbers. */
class ReferencesInJsonTest {

    private static final long ID = 384304096326418439L;

    @Entity
    static class Buyer {
        @Id
        @SnowflakeId
        public Long id = ID;
    }

    @Entity
    static class Purchase {
        @Id
        @SnowflakeId
        public Long id = ID + 1;

        @ManyToOne
        @JsonIncludeProperties("id")
        public Buyer buyer = new Buyer();

        @OneToMany
        @JsonIncludeProperties("id")
        public List<Buyer> guests = List.of(new Buyer(), new Buyer());
    }

    record PurchaseView(@SnowflakeId Long id, @SnowflakeId Long buyerId, List<LineView> lines) {
        record LineView(@SnowflakeId Long id) {}
    }

    private static String json(Object value, boolean asText, boolean isJackson3) throws Exception {
        PublicIds texts = new PublicIds();
        return isJackson3
                ? JsonMapper.builder()
                        .addModule(new IdJacksonModule(texts, asText))
                        .build()
                        .writeValueAsString(value)
                : new ObjectMapper()
                        .registerModule(new IdJackson2Module(texts, asText))
                        .writeValueAsString(value);
    }

    private static String expected(String json, boolean asText) {
        return json.replace('\'', '"').replaceAll("#(\\d+)", asText ? "\"$1\"" : "$1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void idReferenceAndListOfADtoAreAlike(boolean asText) throws Exception {
        var view = new PurchaseView(ID, ID + 1, List.of(new PurchaseView.LineView(ID + 2)));
        for (boolean isJackson3 : new boolean[] {true, false}) {
            assertThat(json(view, asText, isJackson3))
                    .isEqualTo(expected(
                            "{'id':#384304096326418439,'buyerId':#384304096326418440,"
                                    + "'lines':[{'id':#384304096326418441}]}",
                            asText));
        }
    }

    @Test
    void idReferenceAndListOfAnEntityAreText() throws Exception {
        for (boolean isJackson3 : new boolean[] {true, false}) {
            assertThat(new ObjectMapper().readTree(json(new Purchase(), true, isJackson3)))
                    .as("Jackson 3: " + isJackson3)
                    .isEqualTo(new ObjectMapper()
                            .readTree(expected(
                                    "{'id':#384304096326418440,'buyer':{'id':#384304096326418439},"
                                            + "'guests':[{'id':#384304096326418439},{'id':#384304096326418439}]}",
                                    true)));
        }
    }
}
