package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.text.IdTextException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Who answers a text that is no id. */
class IdTextAdviceTest {

    @RestControllerAdvice
    static class OwnAdvice {
        @ExceptionHandler
        @ResponseStatus(HttpStatus.NOT_FOUND)
        String refused(IdTextException refusal) {
            return "own answer: " + refusal.expected();
        }
    }

    @Test
    void springBootsOwnProblemDetailsSayItToo() throws Exception {
        HttpResponse<String> answer = ask("/orders/17", ShopApplication.class);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("text [17] is no id of OrderId");
    }

    @Test
    void theApplicationsOwnGoesFirst() throws Exception {
        HttpResponse<String> answer = ask("/orders/17", ShopApplication.class, OwnAdvice.class);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).startsWith("own answer: [ord_] and 13 characters");
    }

    private static HttpResponse<String> ask(String path, Class<?>... sources) throws Exception {
        boolean isOwn = sources.length > 1;
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(sources)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--idgen.worker.id=5",
                        "--spring.datasource.generate-unique-name=true",
                        "--spring.mvc.problemdetails.enabled=" + !isOwn)) {
            String port = context.getEnvironment().getProperty("local.server.port");
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }
    }
}
