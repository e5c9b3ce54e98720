package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.spring.boot.doors.DoorTable;
import io.github.hibernateidgen.spring.boot.doors.Voucher;
import io.github.hibernateidgen.spring.boot.doors.VoucherId;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Typed ids in an application with Spring WebFlux, which Spring Boot configures instead of Spring MVC. */
@SpringBootTest(
        classes = WebFluxDoorsTest.Application.class,
        webEnvironment = SpringBootTest.WebEnvironment.MOCK,
        properties = {
            "spring.main.web-application-type=reactive",
            "spring.datasource.generate-unique-name=true",
            "idgen.worker.id=5",
            "idgen.seal.keys=a:QkJCQkJCQkJCQkJCQkJCQg=="
        })
class WebFluxDoorsTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @AutoConfigurationPackage(basePackageClasses = Voucher.class)
    @EnableJpaRepositories(basePackageClasses = Voucher.class, considerNestedRepositories = true)
    @Import(Api.class)
    static class Application {}

    @RestController
    static class Api {

        @Autowired
        private Voucher.Repository vouchers;

        @GetMapping("/vouchers/{id}")
        Voucher voucher(@PathVariable("id") VoucherId id) {
            return vouchers.findById(id).orElseThrow();
        }

        @GetMapping("/parameters")
        Voucher parameter(@RequestParam("id") VoucherId id) {
            return voucher(id);
        }
    }

    @Autowired
    private ApplicationContext application;

    @Autowired
    private Voucher.Repository vouchers;

    @Autowired
    private Idgen idgen;

    private WebTestClient client;
    private VoucherId id;
    private String text;

    @BeforeEach
    void save() {
        client = WebTestClient.bindToApplicationContext(application).build();
        id = vouchers.save(new Voucher()).getId();
        text = idgen.text(id);
    }

    @Test
    void eachDoorWritesTheFormOfTheTable() throws Exception {
        Map<String, String> table = DoorTable.rows(row -> row.contains("WebFlux"));
        assertThat(table.keySet()).containsExactly("Spring WebFlux: JSON");
        DoorTable.requireForm("JSON", table.get("Spring WebFlux: JSON"), get("/vouchers/" + text, 200), id, text);
    }

    @Test
    void idsAreReadInPathsAndParameters() {
        assertThat(get("/parameters?id=" + text, 200)).contains(text);
        for (String path : new String[] {"/vouchers/17", "/parameters?id=" + id.value()}) {
            assertThat(get(path, 400)).contains("is no id of VoucherId");
        }
    }

    private String get(String path, int status) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
