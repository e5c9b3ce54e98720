package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConvertCommandTest {

    private static final long ID = 382770312745709588L;

    @Test
    void writesNumbersAsOtherText() {
        for (SnowflakeText text : new SnowflakeText[] {SnowflakeText.DECIMAL, SnowflakeText.CROCKFORD_BASE32}) {
            assertThat(Cli.run("convert", "--text", text.name(), Long.toString(ID))
                            .out()
                            .strip())
                    .isEqualTo(text.format(ID));
        }
        assertThat(Cli.run("convert", "--text", "hex", "1").out().strip()).isEqualTo("0x0000000000000001");
        assertThat(Cli.run("convert", "--text", "plain_decimal", SnowflakeText.CROCKFORD_BASE32.format(ID))
                        .out()
                        .strip())
                .isEqualTo(Long.toString(ID));
    }

    @Test
    void writesGuidsAsDotNetDoes() {
        Result bytes = Cli.run("convert", "--text", "net_bytes", "00112233-4455-4677-8899-aabbccddeeff");
        assertThat(bytes.out().strip()).isEqualTo("33221100554477468899aabbccddeeff");
        // Twice is back.
        assertThat(Cli.run("convert", "--text", "net_bytes", bytes.out().strip())
                        .out()
                        .strip())
                .isEqualTo("00112233445546778899aabbccddeeff");
    }

    @Test
    void laysGuidsOutForAnotherOrder() {
        UUID guid = GuidOrder.BYTES.first(Cli.NOW);
        Result converted = Cli.runWith(guid + "\n", Cli.NOW, "convert", "--from", "bytes", "--to", "sql_server");
        assertThat(converted.exit()).isZero();
        assertThat(converted.out()).isEqualTo(GuidOrder.SQL_SERVER.first(Cli.NOW) + "\n");
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        assertThat(Cli.run("convert", "1").err()).contains("no target is given; give --text, --to or --to-format");
        assertThat(Cli.run("convert", "--to", "bytes", "1").err()).contains("give --from");
        assertThat(Cli.run("convert", "--text", "guid", "1").err()).contains("can't be written as GUID");
        assertThat(Cli.run("convert", "--from", "bytes", "--to", "mariadb", "1").err())
                .contains("orders and formats are for GUIDs");
        Result random =
                Cli.run("convert", "--from", "bytes", "--to", "mariadb", "0b6f6f0c-3f0e-4f3a-9d0f-7a4f3c2b1a00");
        assertThat(random.exit()).isEqualTo(Exit.REJECTED);
        assertThat(random.err()).contains("its version is 4");
    }

    @Test
    void writesTypeIdsAndUlids() {
        String guid = "01890a5d-ac96-774b-bcce-b302099a8057";
        assertThat(Cli.run("convert", "--text", "type_id", guid).out()).isEqualTo("01h455vb4pex5vsknk084sn02q\n");
        assertThat(Cli.run("convert", "--text", "ulid", guid).out()).isEqualTo("01H455VB4PEX5VSKNK084SN02Q\n");
        assertThat(Cli.run("convert", "--text", "guid", "order_01h455vb4pex5vsknk084sn02q")
                        .out())
                .isEqualTo(guid + "\n");
    }
}
