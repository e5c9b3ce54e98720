package io.github.hibernateidgen.examples.orders;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three instances on one database make different ids; nobody has told them a worker number. */
@EnabledIfSystemProperty(
        named = "idgen.test.long",
        matches = "true",
        disabledReason = "takes long; -Plong-tests runs it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicasIT {

    private static final int ORDERS_EACH = 200;
    private static final String ORDER = """
            {"customer": "Ada", "lines": [{"product": "tea", "quantity": 2}, {"product": "milk", "quantity": 1}]}
            """;

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();

    private Replicas replicas;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        replicas = Replicas.start();
    }

    @AfterAll
    void stop() {
        if (replicas != null) {
            replicas.close();
        }
    }

    @Test
    void ordersPlacedOnAllAtOnceHaveDistinctWorkersAndNoIdTwice() throws IOException, InterruptedException {
        List<Placed> placed = placeOnAllAtOnce();

        Map<URI, Set<Long>> workers =
                placed.stream().collect(groupingBy(Placed::instance, mapping(Placed::worker, toSet())));
        assertThat(workers).hasSize(3);
        assertThat(workers.values())
                .as("one worker number for each instance")
                .allSatisfy(numbers -> assertThat(numbers).hasSize(1));
        assertThat(workers.values().stream().flatMap(Collection::stream))
                .as("its own, and no other is reserved")
                .containsExactlyInAnyOrderElementsOf(reservedWorkers());

        assertThat(placed).hasSize(3 * ORDERS_EACH).extracting(Placed::id).doesNotHaveDuplicates();
        assertThat(placed.stream().flatMap(order -> order.lineIds().stream()))
                .hasSize(3 * ORDERS_EACH * 2)
                .doesNotHaveDuplicates();

        Set<Long> ids = placed.stream().map(Placed::id).collect(toSet());
        for (Replica instance : replicas.instances()) {
            assertThat(readAll(instance.address()))
                    .as("what %s reads", instance)
                    .containsAll(ids);
        }
    }

    @Test
    void thousandOrdersOfEachKindArePlacedOnAllAtOnce() throws IOException, InterruptedException {
        List<CompletableFuture<HttpResponse<Void>>> answers = replicas.instances().stream()
                .map(instance -> HttpRequest.newBuilder(instance.address().resolve("/landings"))
                        .POST(BodyPublishers.noBody())
                        .build())
                .map(request -> http.sendAsync(request, BodyHandlers.discarding()))
                .toList();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(302));
        for (Replica instance : replicas.instances()) {
            HttpRequest page = HttpRequest.newBuilder(instance.address()).build();
            assertThat(http.send(page, BodyHandlers.ofString()).body())
                    .as("among its own orders on %s", instance)
                    .contains("@CombGuid: 1000 of 1000 inserts", "Random UUID: ");
        }
    }

    @Test
    void oneMoreTakesAnotherNumberAndGivesItBackWhenItStops() throws IOException, InterruptedException {
        List<Long> before = reservedWorkers();

        Replica another = replicas.startOneMore();
        long worker = place(another.address()).join().worker();
        assertThat(before).hasSize(3).doesNotContain(worker);
        assertThat(reservedWorkers()).hasSize(4).containsAll(before).contains(worker);

        replicas.stop(another);
        assertThat(reservedWorkers()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void eachTellsItsAddress() {
        assertThat(replicas.instances())
                .allSatisfy(instance -> assertThat(instance.log())
                        .content()
                        .contains("http://localhost:" + instance.address().getPort()));
    }

    /** Those that nobody else may claim now. */
    private List<Long> reservedWorkers() {
        return new JdbcTemplate(replicas.database())
                .queryForList(
                        "select worker_id from idgen_worker where reserved_until > ?",
                        Long.class,
                        System.currentTimeMillis());
    }

    private List<Placed> placeOnAllAtOnce() {
        List<CompletableFuture<Placed>> answers = new ArrayList<>();
        for (int i = 0; i < ORDERS_EACH; i++) {
            for (Replica instance : replicas.instances()) {
                answers.add(place(instance.address()));
            }
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private CompletableFuture<Placed> place(URI instance) {
        HttpRequest request = HttpRequest.newBuilder(instance.resolve("/api/orders"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(ORDER))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).thenApply(answer -> placed(instance, answer));
    }

    private Placed placed(URI instance, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode order = json.readTree(answer.body());
        return new Placed(
                instance,
                Long.parseLong(order.path("id").asString()),
                order.path("lines").findValuesAsString("id"));
    }

    private Set<Long> readAll(URI instance) throws IOException, InterruptedException {
        Set<Long> ids = new TreeSet<>();
        String after = Long.toString(Long.MAX_VALUE);
        while (after != null) {
            HttpRequest request = HttpRequest.newBuilder(instance.resolve("/api/orders?limit=100&after=" + after))
                    .build();
            JsonNode page =
                    json.readTree(http.send(request, BodyHandlers.ofString()).body());
            page.path("orders")
                    .forEach(order -> ids.add(Long.parseLong(order.path("id").asString())));
            after = page.path("nextAfter").asStringOpt().orElse(null);
        }
        return ids;
    }

    private record Placed(URI instance, long id, List<String> lineIds) {

        long worker() {
            return SnowflakeLayout.STANDARD.split(id).worker();
        }
    }
}
