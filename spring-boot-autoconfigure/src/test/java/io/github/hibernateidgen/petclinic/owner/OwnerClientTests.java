package io.github.hibernateidgen.petclinic.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.content;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** A client of another service's REST alone. */
abstract class OwnerClientTests {

    @Autowired
    private RestClient.Builder builder;

    @Autowired
    private MockRestServiceServer server;

    record Visit(OwnerId owner, PetId pet) {}

    @Test
    void writesAndReadsIds() {
        String text = "{\"owner\":\"" + OwnerControllerTests.GEORGES_ID + "\",\"pet\":\"pet_0000000000007\"}";
        server.expect(requestTo("/visits"))
                .andExpect(content().json(text))
                .andRespond(withSuccess(text, MediaType.APPLICATION_JSON));
        Visit visit = new Visit(OwnerControllerTests.GEORGE, new PetId(7));
        Visit answer = builder.build()
                .post()
                .uri("/visits")
                .contentType(MediaType.APPLICATION_JSON)
                .body(visit)
                .retrieve()
                .body(Visit.class);
        assertThat(answer).isEqualTo(visit);
    }
}
