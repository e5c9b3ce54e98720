package io.github.hibernateidgen.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.PartHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.junit.jupiter.api.Test;

/** From the health of parts, whose rules are tested in the library, to Quarkus's. */
class IdgenHealthCheckTest {

    private static final PartHealth WARNING =
            new PartHealth("reservation", true, Map.of("worker", 7L, "warning", "it fails"));
    private static final PartHealth REFUSED = new PartHealth("segments Order.id", false, Map.of("problem", "none"));

    private final Answer answer = new Answer();

    @Test
    void isUpAsLongAsIdsCanBeMade() {
        IdgenHealthCheck.add(answer, "orders", List.of(WARNING));
        assertThat(answer.status).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(answer.data)
                .isEqualTo(Map.of("orders: reservation worker", 7L, "orders: reservation warning", "it fails"));
    }

    @Test
    void isDownIfOnePartOfAnyUnitRefusesIds() {
        IdgenHealthCheck.add(answer, "archive", List.of(REFUSED));
        IdgenHealthCheck.add(answer, "orders", List.of(WARNING));
        assertThat(answer.status).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(answer.data)
                .containsEntry("archive: segments Order.id problem", "none")
                .containsEntry("orders: reservation warning", "it fails");
    }

    /** The library's HealthOverOutageTest has the other cells. */
    @Test
    void runbooksShowItsStateAtEachSecondOfAnOutage() throws IOException {
        List<List<String>> rows = Files.readAllLines(Path.of("..", "..", "docs", "runbooks.md")).stream()
                .dropWhile(line -> !line.startsWith("| second |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.replace("`", "").split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
        assertThat(rows.get(0).get(5)).isEqualTo("Quarkus");
        assertThat(rows).hasSizeGreaterThan(4);
        for (List<String> row : rows.subList(2, rows.size())) {
            Answer shown = new Answer();
            PartHealth part = new PartHealth("reservation", row.get(4).equals("UP"), Map.of());
            IdgenHealthCheck.add(shown, "orders", List.of(part));
            assertThat(shown.status.name()).as("second %s", row.get(1)).isEqualTo(row.get(5));
        }
    }

    /** SmallRye Health's is not there. */
    private static final class Answer extends HealthCheckResponseBuilder {

        final Map<String, Object> data = new HashMap<>();
        HealthCheckResponse.Status status = HealthCheckResponse.Status.UP;

        @Override
        public HealthCheckResponseBuilder name(String name) {
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, String value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, long value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, boolean value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder up() {
            return status(true);
        }

        @Override
        public HealthCheckResponseBuilder down() {
            return status(false);
        }

        @Override
        public HealthCheckResponseBuilder status(boolean up) {
            status = up ? HealthCheckResponse.Status.UP : HealthCheckResponse.Status.DOWN;
            return this;
        }

        @Override
        public HealthCheckResponse build() {
            return new HealthCheckResponse("hibernate-idgen", status, Optional.of(data));
        }
    }
}
