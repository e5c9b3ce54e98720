package io.github.hibernateidgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> NAMES = List.of(
            "idgen.worker.id",
            "idgen.worker.source",
            "idgen.worker.window",
            "idgen.worker.jdbc.table",
            "idgen.snowflake.max-wait",
            "idgen.snowflake.max-ahead",
            "idgen.worker.timeout",
            "idgen.worker.jdbc.schema-management",
            "idgen.worker.namespace",
            "idgen.column-check",
            "idgen.segment.max-concurrent-fetches",
            "idgen.segment.offset",
            "idgen.segment.step",
            "idgen.segment.max-prefetch");

    @ParameterizedTest
    @CsvSource({
        "idgen.worker.idd, idgen.worker.id",
        "idgen.worker.sorce, idgen.worker.source",
        "idgen.workers.source, idgen.worker.source",
        "idgen.worker.windows, idgen.worker.window",
        "idgen.snowflake.maxwait, idgen.snowflake.max-wait",
        "idgen.snowflake.max-wiat, idgen.snowflake.max-wait",
        "idgen.worker.jdbc.tabel, idgen.worker.jdbc.table",
        "idgen.segment.max-prefetsh, idgen.segment.max-prefetch"
    })
    void findsTheNameThatWasMeant(String given, String meant) {
        assertThat(Spelling.nearest(given, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"idgen.worker.number", "idgen.colour", "idgen.snowflake.datacenter", "idgen.jdbc.password"})
    void guessesNothingWhereNoNameIsNear(String given) {
        assertThat(Spelling.nearest(given, NAMES)).isEmpty();
    }
}
