package io.github.hibernateidgen.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.PartHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From the health of parts, whose rules are tested in the library, to Spring Boot's. */
class IdgenHealthTest {

    private static final PartHealth FINE = new PartHealth("layout standard", true, Map.of("ends", "2093"));
    private static final PartHealth WARNING = new PartHealth("reservation", true, Map.of("warning", "it fails"));
    private static final PartHealth REFUSED = new PartHealth("segments Order.id", false, Map.of("problem", "none"));

    @Test
    void isUpAsLongAsIdsCanBeMade() {
        IdgenHealth health = IdgenHealth.of(Map.of("orders", List.of(FINE, WARNING)));
        assertThat(health.status()).isEqualTo("UP");
        assertThat(health.details())
                .isEqualTo(
                        Map.of("orders", Map.of("layout standard", FINE.details(), "reservation", WARNING.details())));
    }

    @Test
    void isOutOfServiceIfOnePartOfAnyFactoryRefusesIds() {
        IdgenHealth health = IdgenHealth.of(Map.of("archive", List.of(REFUSED, FINE), "orders", List.of(WARNING)));
        assertThat(health.status()).isEqualTo("OUT_OF_SERVICE");
        assertThat(health.details()).containsOnlyKeys("archive", "orders");
    }

    @Test
    void isUpWhereNothingIsGenerated() {
        assertThat(IdgenHealth.of(Map.of()).status()).isEqualTo("UP");
    }

    /** The library's HealthOverOutageTest has the other cells. */
    @Test
    void runbooksShowItsStateAtEachSecondOfAnOutage() throws IOException {
        List<List<String>> rows = Files.readAllLines(Path.of("..", "docs", "runbooks.md")).stream()
                .dropWhile(line -> !line.startsWith("| second |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.replace("`", "").split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
        assertThat(rows.get(0).get(4)).isEqualTo("Spring Boot");
        assertThat(rows).hasSizeGreaterThan(4);
        for (List<String> row : rows.subList(2, rows.size())) {
            PartHealth part = new PartHealth("reservation", row.get(4).equals("UP"), Map.of());
            assertThat(IdgenHealth.of(Map.of("orders", List.of(part))).status())
                    .as("second %s", row.get(1))
                    .isEqualTo(row.get(5).equals("UP") ? "UP" : "OUT_OF_SERVICE");
        }
    }
}
