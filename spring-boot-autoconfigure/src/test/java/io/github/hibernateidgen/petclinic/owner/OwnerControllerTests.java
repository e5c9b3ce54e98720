package io.github.hibernateidgen.petclinic.owner;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.redirectedUrl;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.view;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.MockMvc;

/** A controller alone, as PetClinic tests it: no JPA, and nothing of this library beside the ids. */
abstract class OwnerControllerTests {

    static final String KEYS = "idgen.seal.keys=a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    static final OwnerId GEORGE = new OwnerId(1);

    /** The id 1, as a session factory with this key writes it. */
    static final String GEORGES_ID = "own_a5hms4y8b30zcny4ww47jbrg5dv";

    @Autowired
    private MockMvc mvc;

    @MockitoBean
    private OwnerRepository owners;

    private final Owner george = new Owner();

    @BeforeEach
    void george() {
        PetType cat = new PetType();
        cat.setId(new PetTypeId(new UUID(1, 2)));
        cat.setName("cat");
        Pet leo = new Pet();
        leo.setId(new PetId(7));
        leo.setType(cat);
        george.setId(GEORGE);
        george.setLastName("Franklin");
        george.getPets().add(leo);
        given(owners.findById(GEORGE)).willReturn(Optional.of(george));
        given(owners.findByPetsId(new PetId(7))).willReturn(List.of(george));
        given(owners.save(any())).willAnswer(call -> call.getArgument(0));
    }

    @Test
    void readsAPathVariable() throws Exception {
        mvc.perform(get("/owners/{id}/edit", GEORGES_ID))
                .andExpect(status().isOk())
                .andExpect(view().name("owners/createOrUpdateOwnerForm"));
    }

    @Test
    void redirectsToAnAddress() throws Exception {
        mvc.perform(post("/owners/{id}/edit", GEORGES_ID).param("lastName", "Frank"))
                .andExpect(redirectedUrl("/owners/" + GEORGES_ID));
    }

    @Test
    void writesJson() throws Exception {
        mvc.perform(get("/owners/{id}", GEORGES_ID))
                .andExpect(jsonPath("$.id").value(GEORGES_ID))
                .andExpect(jsonPath("$.pets[0].id").value("pet_0000000000007"))
                .andExpect(jsonPath("$.pets[0].type.id").value("00000000-0000-0001-0000-000000000002"));
    }

    @Test
    void readsAParameter() throws Exception {
        mvc.perform(get("/owners").param("pet", "pet_0000000000007"))
                .andExpect(jsonPath("$[0].id").value(GEORGES_ID));
    }

    @Test
    void readsJson() throws Exception {
        String body = "{\"id\": \"" + GEORGES_ID + "\", \"lastName\": \"Frank\"}";
        mvc.perform(post("/owners").contentType(MediaType.APPLICATION_JSON).content(body))
                .andExpect(jsonPath("$.id").value(GEORGES_ID))
                .andExpect(jsonPath("$.lastName").value("Frank"));
    }

    @Test
    void anotherTextIsABadRequest() throws Exception {
        mvc.perform(get("/owners/1/edit"))
                .andExpect(status().isBadRequest())
                .andExpect(content().string(org.hamcrest.Matchers.containsString("[own_]")));
    }
}
