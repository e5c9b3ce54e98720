package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutFieldTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            time:41                   | TIME     | time         | 41
            sequence:12               | SEQUENCE | sequence     | 12
            worker:10                 | WORKER   | worker       | 10
            worker.datacenter:5       | WORKER   | datacenter   | 5
            entity.businessLine:4     | ENTITY   | businessLine | 4
            shard:6                   | SHARD    | shard        | 6
            scatter:4                 | SCATTER  | scatter      | 4
            entity.a_b-9:4            | ENTITY   | a_b-9        | 4
            entity.Z:1                | ENTITY   | Z            | 1
            worker.time:62            | WORKER   | time         | 62
            time: 41                  | TIME     | time         | 41
            time :41                  | TIME     | time         | 41
            worker.machine : 5        | WORKER   | machine      | 5
            time:07                   | TIME     | time         | 7
            """)
    void readsAFieldFromText(String text, Kind kind, String name, int bits) {
        assertThat(LayoutField.parse(text)).isEqualTo(new LayoutField(kind, name, bits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "time",
                "time:",
                ":41",
                "time:x",
                "time:-1",
                "time:+1",
                "time:123",
                "time:4.1",
                "time.x:41",
                "sequence.x:12",
                "shard.x:6",
                "scatter.x:4",
                "entity:4",
                "entity.:4",
                "entity.a.b:4",
                "entity.a:b:4",
                "TIME:41",
                "node:10",
                "time=41",
                "time:41,sequence:12",
                "time:\u0664\u0661"
            })
    void refusesTextThatIsNoFieldAndSaysHowToWriteOne(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LayoutField.parse(text))
                .withMessage("field [" + text + "] is not readable; write time:BITS, worker:BITS, worker.NAME:BITS,"
                        + " lane:BITS, entity.NAME:BITS, shard:BITS, scatter:BITS or sequence:BITS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "9a", "_a", "-a", "a b", "a.b", "a:b", "\u00e4", "a\n"})
    void refusesANameWithOtherCharacters(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayoutField(Kind.WORKER, name, 5))
                .withMessage("field name [" + name
                        + "] must start with a letter and go on with letters, digits, '_' or '-'; rename the field");
    }

    @Test
    void refusesABadNameInsideText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LayoutField.parse("entity.9a:4"))
                .withMessageStartingWith("field name [9a] must start with a letter");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 63, 64, Integer.MAX_VALUE})
    void refusesAWidthThatIsNotFrom1To62(int bits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayoutField(Kind.WORKER, "machine", bits))
                .withMessage("field [machine] is [" + bits + "] bits wide; give it a width of 1 to 62");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "5, 31", "41, 2199023255551", "62, 4611686018427387903"})
    void holdsEveryNumberOfItsWidth(int bits, long max) {
        assertThat(new LayoutField(Kind.ENTITY, "shop", bits).max()).isEqualTo(max);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 14, 15})
    void letsAValuePassThatFits(long value) {
        assertThat(new LayoutField(Kind.ENTITY, "shop", 4).checked("mine", value))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 16, Long.MAX_VALUE})
    void refusesAValueThatDoesNotFit(long value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayoutField(Kind.ENTITY, "shop", 4).checked("mine", value))
                .withMessage("field [shop] of layout [mine] can't hold [" + value
                        + "]: it is 4 bits wide; give a number from 0 to 15");
    }
}
