package shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest
@AutoConfigureMockMvc
class ShopTest {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        String url = LocalDatabase.start();
        properties.add("spring.datasource.url", () -> url);
    }

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private PurchaseOrders orders;

    @Test
    void idIsTextInJson() {
        assertThat(mvc.post()
                        .uri("/orders")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"customer\": \"Ada\", \"product\": \"tea\"}"))
                .hasStatus(HttpStatus.CREATED)
                .bodyJson()
                .extractingPath("$.id")
                .asString()
                .matches("[0-9]{18,19}");
    }

    @Test
    void orderIsFoundByTheTextOfItsId() {
        PurchaseOrder placed = orders.save(new PurchaseOrder("Ada", "tea"));
        assertThat(mvc.get().uri("/orders/{id}", placed.getId()))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.id")
                .isEqualTo(placed.getId().toString());
    }
}
