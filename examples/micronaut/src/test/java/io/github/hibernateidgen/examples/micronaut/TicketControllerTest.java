package io.github.hibernateidgen.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sealed ids in JSON and in addresses. */
class TicketControllerTest {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void idsAreSealed() throws Exception {
        try (ApplicationContext application = ApplicationContext.builder()
                        .properties(Map.of(
                                "datasources.default.url",
                                "jdbc:h2:mem:" + UUID.randomUUID(),
                                "micronaut.server.host",
                                "127.0.0.1",
                                "micronaut.server.port",
                                "-1"))
                        .start();
                EmbeddedServer server =
                        application.getBean(EmbeddedServer.class).start()) {
            HttpResponse<String> saved = send(server, "POST", "/tickets");
            assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
            assertThat(saved.body()).matches("\\{\"id\":\"tic_a[0-7][0-9a-hjkmnp-tv-z]{25}\"}");
            String text = saved.body().substring(7, saved.body().length() - 2);
            long id = new Seal(SealKeys.parse("a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="), "tic_")
                    .openLong(text.substring(4));
            assertThat(application.getBean(TicketRepository.class).findById(id)).isPresent();
            assertThat(send(server, "GET", "/tickets/" + text).body()).isEqualTo(saved.body());
            HttpResponse<String> refused = send(server, "GET", "/tickets/" + id);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("text [" + id + "] is no id of Ticket.id");
        }
    }

    private HttpResponse<String> send(EmbeddedServer server, String method, String path) throws Exception {
        URI uri = server.getURI().resolve(path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
