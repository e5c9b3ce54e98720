package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How ids of public specifications, and ids that Hibernate has made, are read. */
class PublicIdsTest {

    private static final String NIL = "00000000-0000-0000-0000-000000000000";

    /** The valid ids of github.com/jetify-com/typeid at 26a84e85, spec/valid.yml, version 0.3.0. */
    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
        "00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
        "0000000000000000000000000a, 00000000-0000-0000-0000-00000000000a",
        "0000000000000000000000000g, 00000000-0000-0000-0000-000000000010",
        "00000000000000000000000010, 00000000-0000-0000-0000-000000000020",
        "7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "prefix_0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19",
        "prefix_01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057",
        "pre_fix_00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
    })
    void readsValidTypeIds(String text, String guid) {
        assertThat(guid(text)).isEqualTo(guid + "\n");
        assertThat(Cli.run("decode", text).out()).startsWith(text + "\n  guid          " + guid + "\n");
    }

    /**
     * The invalid ids of spec/invalid.yml at cb20c6ee: 19 with a fault in the prefix or the suffix, and two without a
     * suffix. This library has other prefixes than TypeID, writes ULIDs behind them, and removes spaces around an id.
     * Therefore it reads some of the ids.
     */
    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "PREFIX_00000000000000000000000000|" + NIL,
                "12345_00000000000000000000000000|",
                "pre.fix_00000000000000000000000000|" + NIL,
                "préfix_00000000000000000000000000|",
                "  prefix_00000000000000000000000000|" + NIL,
                "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000|",
                "_00000000000000000000000000|",
                "_|",
                "prefix_1234567890123456789012345|",
                "prefix_123456789012345678901234567|",
                "prefix_1234567890123456789012345 |",
                "prefix_0123456789ABCDEFGHJKMNPQRS|0110c853-1d09-52d8-d73e-1194e95b5f19",
                "prefix_123456789-123456789-123456|",
                "prefix_ooooooiiiiiiuuuuuuulllllll|",
                "prefix_i23456789ol23456789oi23456|",
                "prefix_123456789-0123456789-0123456|",
                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz|",
                "_prefix_00000000000000000000000000|" + NIL,
                "prefix__00000000000000000000000000|" + NIL,
                "''|",
                "prefix_|",
            })
    void readsOrRejectsInvalidTypeIds(String text, String guid) {
        Result read = Cli.runWith(text + "\n", Cli.NOW, "decode");
        assertThat(read.out().lines().skip(1).findFirst().orElse(null))
                .isEqualTo(guid == null ? null : "  guid          " + guid);
        assertThat(read.exit()).isEqualTo(guid == null && !text.isEmpty() ? Exit.REJECTED : Exit.DONE);
    }

    /** The limits of github.com/ulid/spec at 04b85273, README.md: the alphabet, and 7Z...Z for 2^48 - 1 ms. */
    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV, 01563e3a-b5d3-d676-4c61-efb99302bd5b",
        "01arz3ndektsv4rrffq69g5fav, 01563e3a-b5d3-d676-4c61-efb99302bd5b",
        "01234567890123456789012345, 0110c853-1d09-0044-3214-c74240110c85",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "80000000000000000000000000,",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ,",
        "0000000000000000000000000U,",
        "0000000000000000000000000I,",
        "0000000000000000000000000L,",
        "0000000000000000000000000O,",
    })
    void readsUlidsUpToTheirLimits(String text, String guid) {
        assertThat(guid(text)).isEqualTo(guid == null ? "" : guid + "\n");
    }

    /** The test vectors of RFC 9562, appendices A and B, and the nil and max UUID of its sections 5.9 and 5.10. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "C232AB00-9414-11EC-B3C8-9F6BDECED846 | version 1 2022-02-22T19:22:22Z",
                "5df41881-3aed-3515-88a7-2f4a814cf09e | unknown",
                "919108f7-52d1-4320-9bac-f847db4148a8 | unknown",
                "2ed6657d-e927-568b-95e1-2665a8aea6a2 | unknown",
                "1EC9414C-232A-6B00-B3C8-9F6BDECED846 | version 6 2022-02-22T19:22:22Z",
                "017F22E2-79B0-7CC3-98C4-DC0C0C07398F | RFC_9562 in order BYTES 2022-02-22T19:22:22Z",
                "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0 | unknown",
                "5c146b14-3c52-8afd-938a-375d0df1fbf6 | unknown",
                "00000000-0000-0000-0000-000000000000 | unknown",
                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF | unknown",
            })
    void readsTheVectorsOfRfc9562(String guid, String reading) {
        assertThat(readings(guid, Cli.NOW)).singleElement().asString().startsWith(reading);
    }

    /** Made by the strategies of Hibernate 7.4.6 at 2026-11-26T16:52:21Z. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7f000001-a218-15bc-81a2-18c5bc860000 | Hibernate TIME 2026-11-26T16:52:21.766Z",
                "7f000001-a218-15bc-81a2-18c5bca00001 | Hibernate TIME 2026-11-26T16:52:21.792Z",
                "1f1e9b9b-f99a-6d40-93b7-717357796461 | version 6 2026-11-26T16:52:21.793721600Z",
                "1f1e9b9b-fa17-6d5b-86bc-b667eb16c115 | version 6 2026-11-26T16:52:21.8",
                "01a218c5-bcd7-77f3-a8f5-476b0681b08a | RFC_9562 in order BYTES 2026-11-26T16:52:21.847Z",
            })
    void readsGuidsOfHibernate(String guid, String reading) {
        assertThat(readings(guid, Instant.parse("2026-11-26T17:00:00Z")))
                .singleElement()
                .asString()
                .startsWith(reading);
    }

    private static String guid(String text) {
        return Cli.run("convert", "--text", "guid", text).out();
    }

    /** The readings of a GUID, without the note. */
    private static List<String> readings(String guid, Instant now) {
        return Cli.runAt(now, "decode", guid)
                .out()
                .lines()
                .skip(2)
                .map(line -> line.strip().replaceAll("  +", " "))
                .filter(line -> !line.startsWith("note"))
                .toList();
    }
}
