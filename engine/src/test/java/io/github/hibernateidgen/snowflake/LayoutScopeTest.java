package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which layouts are one under two names. */
class LayoutScopeTest {

    private static final String FIELDS = "time:40, worker.site:4, worker.machine:6, entity.line:3, sequence:10";

    private static SnowflakeLayout layout(String name, String fields) {
        return SnowflakeLayout.named(name).fields(fields).build();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    time:40, worker.site:4, worker.machine:6, entity.line:3, sequence:10                | true
                    time:40, worker:10, entity.shop:3, sequence:10                                      | true
                    time:40, worker.a:9, worker.b:1, entity.a1:1, entity.a2:2, sequence:10              | true
                    time:40, worker:10, sequence:10, entity.line:3                                      | false
                    time:40, entity.line:3, worker:10, sequence:10                                      | false
                    time:40, worker:9, entity.line:4, sequence:10                                       | false
                    time:40, worker:10, entity.line:2, sequence:11                                      | false
                    time:39, worker:11, entity.line:3, sequence:10                                      | false
                    time:41, worker:10, entity.line:3, sequence:9                                       | false
                    time:40, worker:10, sequence:10                                                     | false
                    time:24, worker:10, time:16, entity.line:3, sequence:10                             | false
                    """)
    void namesDoNotMatterAndBitsDo(String fields, boolean same) {
        assertThat(layout("a", FIELDS).makesIdsOf(layout("b", fields))).isEqualTo(same);
        assertThat(layout("b", fields).makesIdsOf(layout("a", FIELDS))).isEqualTo(same);
        if (same) {
            assertThat(new LayoutScope(layout("b", fields))).hasSameHashCodeAs(new LayoutScope(layout("a", FIELDS)));
        }
    }

    @Test
    void bothPartsOfTheTimeMatter() {
        SnowflakeLayout turns = layout("a", "time:25, worker:10, lane:4, time:16, sequence:8");
        assertThat(SnowflakeLayout.INNODB.makesIdsOf(turns)).isTrue();
        assertThat(SnowflakeLayout.INNODB.makesIdsOf(
                        layout("a", "time:25, worker.a:4, worker.b:6, lane:4, time:16, sequence:8")))
                .isTrue();
        assertThat(SnowflakeLayout.INNODB.makesIdsOf(layout("a", "time:24, worker:10, lane:4, time:17, sequence:8")))
                .isFalse();
        assertThat(SnowflakeLayout.INNODB.makesIdsOf(SnowflakeLayout.STANDARD)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time:25, worker:10, time:16, sequence:12",
                "time:25, worker:10, entity.a:2, lane:2, time:16, sequence:8",
                "time:25, worker:10, entity.a:1, lane:3, time:16, sequence:8",
                "time:25, lane:4, worker:10, time:16, sequence:8"
            })
    void lanesMatter(String fields) {
        assertThat(SnowflakeLayout.INNODB.makesIdsOf(layout("a", fields))).isFalse();
        assertThat(layout("a", fields).makesIdsOf(SnowflakeLayout.INNODB)).isFalse();
    }

    @Test
    void epochAndTickMatter() {
        SnowflakeLayout layout = layout("a", FIELDS);
        assertThat(SnowflakeLayout.named("a")
                        .epoch(Instant.EPOCH)
                        .fields(FIELDS)
                        .build()
                        .makesIdsOf(layout))
                .isFalse();
        assertThat(SnowflakeLayout.named("a")
                        .tick(Duration.ofMillis(10))
                        .fields(FIELDS)
                        .build()
                        .makesIdsOf(layout))
                .isFalse();
        assertThat(SnowflakeLayout.STANDARD.makesIdsOf(SnowflakeLayout.TWITTER)).isFalse();
    }

    @Test
    void generatorsOfOneSequenceUnderTwoNamesMakeDifferentIds() {
        SnowflakeGenerator generator = new SnowflakeGenerator(layout("a", FIELDS), WorkerSource.fixed(3));
        SnowflakeLayout other = layout("b", "time:40, worker:10, entity.shop:3, sequence:10");
        SnowflakeGenerator renamed = generator.withLayout(other);
        assertThat(renamed.layout()).isSameAs(other);
        assertThat(generator.layout().name()).isEqualTo("a");
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            ids.add(generator.nextId());
            ids.add(renamed.nextId());
        }
        assertThat(ids).hasSize(6000);
        long withField = renamed.withEntityFields(Map.of("shop", 5L)).nextId();
        assertThat(other.split(withField).entityFields()).containsEntry("shop", 5L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> renamed.withEntityFields(Map.of("line", 5L)))
                .withMessage("layout [b] has no entity field [line]; it has [shop]");
    }

    @Test
    void sequenceIsNotSharedWithALayoutOfOtherBits() {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.withLayout(SnowflakeLayout.SHORT))
                .withMessageContaining("layout [short: time 41")
                .withMessageContaining("makes other ids than layout [standard: time 41");
    }
}
