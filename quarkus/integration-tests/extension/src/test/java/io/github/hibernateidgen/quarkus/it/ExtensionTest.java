package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ExtensionTest {

    @Inject
    EntityManager entities;

    @Inject
    SessionFactory factory;

    @Inject
    Idgen idgen;

    @TestHTTPResource("/q/")
    URI management;

    private String get(String path) throws Exception {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(management.resolve(path)).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    private Note save() {
        Note note = new Note();
        QuarkusTransaction.requiringNew().run(() -> entities.persist(note));
        return note;
    }

    @Test
    void numberIsClaimedAsTheApplicationStarts() {
        assertThat(Idgen.of(factory).workerSource())
                .hasValueSatisfying(source -> assertThat(
                                ((ReservedWorkerSource) source).status().reservation())
                        .isPresent());
        Note note = save();
        assertThat(note.id).isPositive();
        assertThat(note.reference.version()).isEqualTo(7);
    }

    @Test
    void beanMakesIdsInCode() {
        long before = save().id;
        long inCode = idgen.next(Note.class, Long.class);
        assertThat(inCode).isGreaterThan(before);
        assertThat(save().id).isGreaterThan(inCode);
    }

    @Test
    void layoutOfTheBuildIsKnown() {
        assertThat(Idgen.of(factory).layouts())
                .extracting(SnowflakeLayout::name)
                .contains("wide");
        assertThat(Idgen.of(factory).attributes())
                .extracting(GeneratedAttribute::path)
                .contains("Note.id", "Note.reference");
    }

    @Test
    void healthTellsOfTheReservation() throws Exception {
        assertThat(get("health"))
                .contains("hibernate-idgen", "reservation worker", "JDBC table PUBLIC.idgen_worker")
                .contains("\"status\": \"UP\"");
        assertThat(get("health/ready")).doesNotContain("hibernate-idgen");
    }

    @Test
    void metersCountIds() throws Exception {
        save();
        assertThat(get("metrics"))
                .contains("idgen_ids_total{attribute=\"Note.id\"")
                .contains("idgen_reservation_remaining_milliseconds")
                .contains("idgen_clock_offset_milliseconds")
                .contains("idgen_layout_remaining_seconds{layout=\"standard\"")
                .contains("idgen_waits_total{layout=\"standard\"");
    }

    @TestHTTPResource("/notes")
    URI notes;

    @Test
    void idsAreSealedOverHttp() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpResponse<String> saved = client.send(
                HttpRequest.newBuilder(notes)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(saved.body()).matches("note_a[0-7][0-9a-hjkmnp-tv-z]{25}");
        HttpResponse<String> found = client.send(
                HttpRequest.newBuilder(URI.create(notes + "/" + saved.body())).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).isEqualTo(saved.body());
        HttpResponse<String> plain = client.send(
                HttpRequest.newBuilder(URI.create(notes + "/17")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(plain.statusCode()).isEqualTo(400);
        assertThat(plain.body())
                .isEqualTo("text [17] is no id of Note.id: each id begins with [note_]; give [note_] and the name of a"
                        + " key and 26 characters of Base32, as the text was written");
    }
}
