package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeCommandTest {

    private static final Instant MADE = Instant.parse("2026-11-21T20:31:12.641Z");
    private static final long ID = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(MADE, 237, 1613));

    @Test
    void tellsWhenAndByWhomAnIdWasMade() {
        Result decoded = Cli.run("decode", "--layout", "standard", Long.toString(ID));
        assertThat(decoded.exit()).isZero();
        assertThat(decoded.err()).isEmpty();
        assertThat(decoded.out().lines())
                .containsExactly(
                        Long.toString(ID),
                        "  decimal       " + ID,
                        "  base32        " + SnowflakeText.CROCKFORD_BASE32.format(ID),
                        "  hex           0x" + Long.toHexString(ID),
                        "  standard      2026-11-21T20:31:12.641Z, worker 237, sequence 1613");
    }

    @Test
    void readsAnIdInEveryWayThatGivesATimeThatCanBe() {
        assertThat(Cli.run("decode", Long.toString(ID)).out())
                .contains("  standard      2026-11-21T20:31:12.641Z")
                .contains("  twitter       2013-")
                .contains("  discord       2017-")
                .contains("  tsid          2022-")
                // Its ids have 53 bits.
                .doesNotContain("javascript");
    }

    @Test
    void readsEveryText() {
        String plain =
                Cli.run("decode", "--layout", "standard", Long.toString(ID)).out();
        for (String text : new String[] {
            SnowflakeText.DECIMAL.format(ID),
            SnowflakeText.CROCKFORD_BASE32.format(ID),
            SnowflakeText.CROCKFORD_BASE32.format(ID).toLowerCase(Locale.ROOT),
            SnowflakeText.READABLE.format(SnowflakeLayout.STANDARD, ID),
            "0x" + Long.toHexString(ID)
        }) {
            Result decoded = Cli.run("decode", "--layout", "standard", text);
            assertThat(decoded.exit()).as(text).isZero();
            assertThat(decoded.out().lines().skip(1).toList())
                    .isEqualTo(plain.lines().skip(1).toList());
        }
    }

    @Test
    void readsALayoutOfOnesOwn() {
        assertThat(Cli.run(
                                "decode",
                                "--layout",
                                "time:39,sequence:8,worker.machine:16@2014-09-01T00:00:00Z/10ms",
                                "--json",
                                Long.toString((38_500_000_000L << 24) | (5 << 16) | 77))
                        .out())
                .contains("\"worker\":77,\"sequence\":5")
                .contains("\"instant\":\"2026-11-");
    }

    @Test
    void showsTheLaneOfALayoutWithLanes() {
        long id = SnowflakeLayout.INNODB.compose(new SnowflakeParts(MADE, 7, 9, Map.of(), 0, 13));
        assertThat(Cli.run("decode", "--layout", "innodb", Long.toString(id)).out())
                .contains("  innodb        2026-11-21T20:31:12.641Z, worker 7, lane 13, sequence 9\n");
    }

    @Test
    void writesOneJsonObjectForEachId() {
        Result decoded = Cli.runWith(ID + "\n\n1\n", Cli.NOW, "decode", "--json");
        assertThat(decoded.out().lines()).hasSize(2);
        assertThat(decoded.out())
                .startsWith("{\"id\":\"" + ID + "\",\"decimal\":\"" + ID + "\",")
                .contains("\"standard\":{\"instant\":\"2026-11-21T20:31:12.641Z\",\"worker\":237,")
                .contains("\"note\":\"could also be a number from a sequence or IDENTITY\"");
    }

    @Test
    void readsStandardInput() {
        assertThat(Cli.runWith(ID + "\n" + (ID + 1) + "\n", Cli.NOW, "decode", "--layout", "standard")
                        .out())
                .contains("sequence 1613")
                .contains("sequence 1614");
    }

    @Test
    void readsGuidsOfEachOrder() {
        for (GuidOrder order : GuidOrder.values()) {
            UUID guid = order.first(MADE);
            Result decoded = Cli.run("decode", guid.toString().replace("-", ""));
            assertThat(decoded.out()).contains("RFC_9562 in order " + order + " 2026-11-21T20:31:12.641Z");
        }
    }

    @Test
    void readsGuidsOfOtherFormats() {
        UUID nhibernate = GuidFormat.NHIBERNATE.first(GuidOrder.SQL_SERVER, MADE);
        assertThat(Cli.run("decode", nhibernate.toString()).out())
                .contains("NHIBERNATE in order SQL_SERVER 2026-11-21T20:31:12.6")
                .contains("random GUIDs also have version 4");
        assertThat(Cli.run("decode", "--order", "sql_server", "--format", "nhibernate", nhibernate.toString())
                        .exit())
                .isZero();
    }

    @Test
    void namesAnIdThatNoKnownLayoutOrFormatMakes() {
        UUID hash = UUID.nameUUIDFromBytes(new byte[] {1});
        assertThat(Cli.run("decode", "--json", hash.toString()).out())
                .isEqualTo("{\"id\":\"" + hash + "\",\"guid\":\"" + hash
                        + "\",\"unknown\":\"no format that idgen knows makes such a GUID with a time\"}\n");
        assertThat(Cli.run("decode", Long.toString(Long.MAX_VALUE)).out())
                .contains("  unknown       no layout that idgen knows makes such an id\n");
    }

    @Test
    void goesOnAfterWhatIsNoId() {
        Result decoded = Cli.run("decode", "--layout", "standard", "what?", Long.toString(ID));
        assertThat(decoded.exit()).isEqualTo(Exit.REJECTED);
        assertThat(decoded.out()).contains("worker 237");
        assertThat(decoded.err()).startsWith("text [what?] is not an id: give 1 to 19 digits");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3.8277031274570957E17 | floating-point number",
                "-42                   | it is negative",
                "98765432109876543210  | it exceeds 9223372036854775807",
                "0198c3a1-7b2e-7c3d-9a41-0f6e2b7d5c1 | 31 hexadecimal digits, and a GUID has 32",
                "0AMZ8XK3T2V9          | an id has 13 characters, the first at most 7; this text has 12",
                "ZAMZ8XK3T2V90         | an id has 13 characters, the first at most 7; this text has 13 and begins with Z",
                "0198c3a1-7b2e-7c3d-9a41-01234567890 | 31 hexadecimal digits, and a GUID has 32",
                "ord_0AKSEGW30SC0      | give 1 to 19 digits",
                "507f1f77bcf86cd799439011 | an ObjectId of MongoDB, made at 2012-10-17T21:13:27Z",
                "2026-11-22            | give 1 to 19 digits",
                "20261121-203112641-237-1 | does not fit the layouts",
            })
    void saysWhatAWrongIdCouldBe(String text, String suspicion) {
        Result decoded = Cli.run("decode", text.startsWith("-") ? "--" : "--json", text);
        assertThat(decoded.exit()).isEqualTo(Exit.REJECTED);
        assertThat(decoded.err()).contains("[" + text + "]").contains(suspicion);
    }

    @ParameterizedTest
    @CsvSource({
        "ord_0AKYZJ94WBW0M, 0AKYZJ94WBW0M",
        "shop.cus-0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5, 0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5",
        "a1-382770312745709588, 382770312745709588",
    })
    void readsWhatStandsBehindAPrefix(String text, String id) {
        Result decoded = Cli.run("decode", text);
        assertThat(decoded.exit()).isEqualTo(Exit.DONE);
        assertThat(decoded.out())
                .startsWith(text + "\n")
                .isEqualTo(Cli.run("decode", id).out().replaceFirst(id, text));
    }

    @Test
    void saysWhatAnIdOfAnotherLayoutCouldBe() {
        Result tooWide = Cli.run("decode", "--layout", "javascript", Long.toString(ID));
        assertThat(tooWide.exit()).isEqualTo(Exit.REJECTED);
        assertThat(tooWide.err())
                .contains("has 59 bits, but layout [javascript] has 53; it could be of layout standard"
                        + " (2026-11-21T20:31:12.641Z)");
        Result ahead = Cli.run("decode", "--layout", "standard", Long.toString(Long.MAX_VALUE));
        assertThat(ahead.err())
                .contains("would have the time 2093-09-06")
                .contains("the clock reads 2026-11-22T08:00:00Z");
        Result small = Cli.run("decode", "--layout", "standard", "4711");
        assertThat(small.err()).contains("it could be a number from a sequence or IDENTITY");
    }

    /** As the endpoint of Spring Boot does. */
    @ParameterizedTest
    @ValueSource(longs = {4_194_304, 1L << 32, 251_658_239_999L})
    void doubtsNumbersOfTheFirstMinute(long number) {
        assertThat(Cli.run("decode", Long.toString(number)).out()).doesNotContain("standard ");
        assertThat(Cli.run("decode", "--layout", "standard", Long.toString(number))
                        .out())
                .contains("  standard      2024-01-01T00:0")
                .contains("id [" + number + "] is of the layout's first minute, from 2024-01-01T00:00:00Z; it is more"
                        + " likely a number from before the layout was used");
    }

    @Test
    void doesNotDoubtAnIdOfTheSecondMinute() {
        String id = "251658240000";
        assertThat(Cli.run("decode", id).out()).contains("  standard      2024-01-01T00:01:00Z");
        assertThat(Cli.run("decode", "--layout", "standard", id).out()).doesNotContain("first minute");
    }

    @Test
    void rejectsANumberOfTheFirstTick() {
        assertThat(Cli.run("decode", "--layout", "standard", "4194303").err())
                .contains(
                        "id [4194303] is of the layout's first tick, at 2024-01-01T00:00:00Z, in which no id was made");
    }

    @Test
    void saysWhatAGuidOfAnotherFormatCouldBe() {
        Result other = Cli.run(
                "decode", "--order", "bytes", GuidOrder.SQL_SERVER.first(MADE).toString());
        assertThat(other.exit()).isEqualTo(Exit.REJECTED);
        assertThat(other.err())
                .contains("its version is 8; it could be RFC_9562 in order SQL_SERVER (2026-11-21T20:31:12.641Z)");
    }

    @Test
    void namesTheTimeOfAGuidThatAFormatCannotWrite() {
        Result random = Cli.run("decode", "--format", "nhibernate", "6f1f7c52-3d0e-4c8a-9b1f-b509ffffffff");
        assertThat(random.exit()).isEqualTo(Exit.REJECTED);
        assertThat(random.err())
                .contains("is not of format NHIBERNATE: its version is 4, but its time is out of the format's range;");
    }

    @Test
    void knowsWhatJavaScriptDoesToIds() {
        long rounded = ID / 100 * 100;
        assertThat(Cli.run("decode", Long.toString(rounded)).out()).contains("JavaScript may have rounded it");
        assertThat(Cli.run("decode", Long.toString(rounded + 1)).out()).doesNotContain("JavaScript may");
    }

    /** The time of most GUIDs lies inside a turn, where the format has no border. */
    @ParameterizedTest
    @CsvSource({"BYTES, 8", "MARIADB, 4"})
    void readsGuidsOfTheFormatForInnoDb(GuidOrder order, int version) {
        List<String> guids = new ArrayList<>();
        List<String> readings = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Instant made = MADE.minusMillis(977L * i);
            UUID guid = new GuidGenerator(GuidFormat.INNODB, order, InstantSource.fixed(made)).nextGuid();
            assertThat(guid.version()).isEqualTo(version);
            guids.add(guid.toString());
            readings.add("  INNODB in order " + order + " " + made);
        }
        String input = String.join("\n", guids);
        assertThat(Cli.runWith(input, Cli.NOW, "decode")
                        .out()
                        .lines()
                        .filter(line -> line.startsWith("  INNODB in order " + order))
                        .toList())
                .isEqualTo(readings);
        Result asked = Cli.runWith(input, Cli.NOW, "decode", "--order", order.name(), "--format", "innodb");
        assertThat(asked.err()).isEmpty();
        assertThat(asked.out()
                        .lines()
                        .filter(line -> line.contains(" in order "))
                        .toList())
                .isEqualTo(readings);
    }

    /** The counter of RFC_9562 starts below 32768, and INNODB has the milliseconds of a turn in its place. */
    @ParameterizedTest
    @CsvSource({"RFC_9562, 0, RFC_9562", "INNODB, 0, RFC_9562", "INNODB, 32767, RFC_9562", "INNODB, 32768, INNODB"})
    void saysWhichOfTwoFormatsIsLikely(GuidFormat format, long millisInTurn, GuidFormat likely) {
        Instant made = Instant.ofEpochMilli((MADE.toEpochMilli() & ~0xFFFFL) + millisInTurn);
        String guid = new GuidGenerator(format, GuidOrder.MARIADB, InstantSource.fixed(made))
                .nextGuid()
                .toString();
        assertThat(Cli.run("decode", guid).out())
                .contains("  RFC_9562 in order MARIADB ", "  INNODB in order MARIADB ")
                .contains("of RFC_9562 and INNODB, " + likely + " is likely: give the --format that the");
        assertThat(Cli.run("decode", "--format", format.name(), guid).out()).doesNotContain("is likely");
    }

    @ParameterizedTest
    @CsvSource({"TYPE_ID, ''", "TYPE_ID, order_", "ULID, ''", "ULID, order_"})
    void readsTypeIdsAndUlids(GuidNotation notation, String prefix) {
        UUID guid = GuidOrder.BYTES.first(MADE);
        String text = prefix + notation.format(guid);
        Result decoded = Cli.run("decode", text);
        assertThat(decoded.err()).isEmpty();
        assertThat(decoded.out().lines())
                .containsExactly(text, "  guid          " + guid, "  RFC_9562 in order BYTES 2026-11-21T20:31:12.641Z");
    }

    @Test
    void readsUlidsOfOthers() {
        assertThat(Cli.run("decode", "01ARZ3NDEKTSV4RRFFQ69G5FAV").out().lines())
                .contains("  ULID          2016-07-30T23:54:10.259Z");
        assertThat(Cli.run("decode", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ").err()).contains("is not an id");
    }

    /** What JavaScript rounds is a number in decimal digits. */
    @Test
    void doesNotDoubtTextThatJavaScriptCannotRound() {
        long id = ID / 100 * 100;
        for (String text : new String[] {
            SnowflakeText.READABLE.format(SnowflakeLayout.STANDARD, id),
            SnowflakeText.CROCKFORD_BASE32.format(id),
            "0x" + Long.toHexString(id)
        }) {
            assertThat(Cli.run("decode", "--layout", "standard", text).out()).doesNotContain("JavaScript");
        }
        assertThat(Cli.run("decode", "ord_" + id).out()).contains("JavaScript may have rounded it");
    }
}
