package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sealed text on the command line, which never has the key itself. */
class SealCommandTest {

    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final SealKeys KEYS = SealKeys.parse("b:" + KEY);
    private static final String ID = "382770312745709588";
    private static final String GUID = "0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5";
    private static final String RANDOM = "6f1f7c52-3d0e-4c8a-9b1f-0123456789ab";

    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void write() throws Exception {
        file = Files.writeString(folder.resolve("key.txt"), "b:" + KEY + "\n").toString();
    }

    private static String sealed(String prefix, String id) {
        Seal seal = new Seal(KEYS, prefix);
        return prefix + (id.length() == 36 ? seal.seal(UUID.fromString(id)) : seal.seal(Long.parseLong(id)));
    }

    @Test
    void sealsAndOpensLists() {
        String texts = sealed("ord_", ID) + "\n" + sealed("ord_", "17") + "\n" + sealed("ord_", GUID) + "\n";
        Result sealed = Cli.run("seal", "--prefix", "ord_", "--keys", file, ID, "17", GUID);
        assertThat(sealed).isEqualTo(new Result(0, texts, ""));
        Result opened = Cli.runWith(texts, Cli.NOW, "open", "--keys", file);
        assertThat(opened).isEqualTo(new Result(0, ID + "\n17\n" + GUID + "\n", ""));
    }

    @Test
    void decodesSealedText() {
        Result decoded = Cli.run("decode", "--keys", file, "--layout", "standard", sealed("ord_", ID));
        assertThat(decoded.exit()).isZero();
        assertThat(decoded.out())
                .startsWith(sealed("ord_", ID))
                .contains("  decimal       " + ID)
                .contains("  standard      2026-11-22T05:52:34.087Z, worker 95, sequence 20");
        assertThat(Cli.run("decode", "--keys", file, sealed("cus_", GUID)).out())
                .contains("  guid          " + GUID);
        assertThat(Cli.run("decode", "--keys", file, ID).out()).contains("  standard ");
        assertThat(Cli.run("decode", sealed("ord_", ID)).err())
                .contains("it could be sealed text; give the key with --keys");
    }

    @Test
    void whatIsNotSealedIsRefused() {
        String text = sealed("ord_", ID);
        for (String other : new String[] {
            text.replace("ord_", "cus_"),
            text.substring(0, text.length() - 1) + "-",
            "ord_" + "a" + text.substring(5),
            ID
        }) {
            Result refused = Cli.run("open", "--keys", file, other);
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).startsWith("text [" + other + "] cannot be opened with the keys [b]");
        }
    }

    @Test
    void aGuidOfAnyVersionIsOpenedWhereThatIsSaid() {
        assertThat(Cli.run("open", "--keys", file, "--guids", sealed("cus_", RANDOM))
                        .out())
                .isEqualTo(RANDOM + "\n");
    }

    @Test
    void aNewKeyIsOneThatSettingsTake() {
        Result made = Cli.run("seal", "new-key", "--name", "2026");
        assertThat(made.exit()).isZero();
        assertThat(made.out()).startsWith("2026:").hasSize(5 + 44 + 1);
        assertThat(SealKeys.parse(made.out().strip()).names()).containsExactly("2026");
        assertThat(Cli.run("seal", "new-key").out())
                .startsWith("a:")
                .isNotEqualTo(Cli.run("seal", "new-key").out());
        assertThat(Cli.run("seal", "new-key", "--name", "Long name").exit()).isEqualTo(1);
    }

    @Test
    void keysAreOfAFileOrTheEnvironmentAndNeverShown() throws Exception {
        Result none = Cli.run("open", sealed("ord_", ID));
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.err())
                .isEqualTo("no key is given; write the value of idgen.seal.keys to a file that only you can read, and"
                        + " name the file with --keys, or set IDGEN_SEAL_KEYS\n");
        assertThat(Cli.runIn("b:" + KEY, "open", sealed("ord_", ID)).out()).isEqualTo(ID + "\n");
        Result given = Cli.run("open", "--keys", "b:" + KEY, sealed("ord_", ID));
        assertThat(given.exit()).isEqualTo(3);
        assertThat(given.err())
                .contains("give the path of a file, not the keys themselves")
                .doesNotContain(KEY);
        Files.writeString(folder.resolve("key.txt"), KEY);
        Result nameless = Cli.run("seal", "--prefix", "ord_", "--keys", file, ID);
        assertThat(nameless.exit()).isEqualTo(1);
        assertThat(nameless.err()).contains("entry 1 of 1 has no name").doesNotContain(KEY);
    }

    @Test
    void aPrefixIsNeeded() {
        Result refused = Cli.run("seal", "--keys", file, ID);
        assertThat(refused.exit()).isEqualTo(Exit.USAGE);
        assertThat(refused.err()).contains("is not a valid prefix", "with --prefix");
    }

    @Test
    void sealsTypeIdsUlidsAndItsOwnPlainText() {
        UUID guid = UUID.fromString(GUID);
        String number = SnowflakeText.CROCKFORD_BASE32.format(Long.parseLong(ID));
        for (String text : new String[] {GUID, GuidNotation.TYPE_ID.format(guid), GuidNotation.ULID.format(guid)}) {
            for (String given : new String[] {text, "cus_" + text}) {
                assertThat(Cli.run("seal", "--prefix", "cus_", "--keys", file, given))
                        .as(given)
                        .isEqualTo(new Result(0, sealed("cus_", GUID) + "\n", ""));
            }
        }
        assertThat(Cli.run("seal", "--prefix", "ord", "--keys", file, "ord" + number, "ord" + ID, number)
                        .out())
                .isEqualTo((sealed("ord", ID) + "\n").repeat(3));
    }

    @ParameterizedTest
    @CsvSource({
        // As Base32, o is 0 and d is 13.
        "ord, ord3827703127, 879442252924027975, 3827703127",
        "1, 1827, 1827, 827",
        "0x, 0x1827, 6183, 1827",
    })
    void rejectsATextThatIsOneIdWithThePrefixAndAnotherWithoutIt(
            String prefix, String text, String whole, String behind) {
        Result refused = Cli.run("seal", "--prefix", prefix, "--keys", file, text);
        assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .isEqualTo("text [" + text + "] could be the id [" + whole + "], or prefix [" + prefix
                        + "] followed by the id [" + behind
                        + "]; give the id without the prefix, or in another form\n");
    }

    @Test
    void sealsATextWhoseReadingsAreTheSame() {
        assertThat(Cli.run("seal", "--prefix", "0", "--keys", file, "017"))
                .isEqualTo(new Result(0, sealed("0", "17") + "\n", ""));
    }

    /** A Base32 id begins with 0 to 7, so 13 characters that begin with x are no id. */
    @Test
    void readsThirteenCharactersThatAreNoBase32IdWithThePrefix() {
        assertThat(Cli.run("seal", "--prefix", "xyz", "--keys", file, "xyz3827703127"))
                .isEqualTo(new Result(0, sealed("xyz", "3827703127") + "\n", ""));
        assertThat(Cli.run("seal", "--prefix", "ord_", "--keys", file, "xyz3827703127")
                        .err())
                .startsWith("text [xyz3827703127] is neither an id nor prefix [ord_] followed by an id;");
    }

    /** A customer's text is none of an order. */
    @Test
    void sealsNoPlainTextOfAnotherPrefix() {
        String number = SnowflakeText.CROCKFORD_BASE32.format(Long.parseLong(ID));
        for (String text : new String[] {"cus_" + number, "cus_" + GUID, "ord_ord_" + number, "ord" + number}) {
            Result refused = Cli.run("seal", "--prefix", "ord_", "--keys", file, text);
            assertThat(refused.exit()).as(text).isEqualTo(Exit.REJECTED);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err())
                    .startsWith("text [" + text + "] is neither an id nor prefix [ord_] followed by an id;");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"b d", "ö_", "", "a/b", "0123456789012345678901234567890123_"})
    void takesNoPrefixThatNoAnnotationTakes(String prefix) {
        Result refused = Cli.run("seal", "--prefix", prefix, "--keys", file, ID);
        assertThat(refused.exit()).isEqualTo(Exit.USAGE);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("prefix [").contains("has 1 to 32 letters, digits, '-', '.', '_' and '~'");
    }

    @Test
    void readsAFileWithAKeyOnEachLine() throws Exception {
        String other = Base64.getEncoder().encodeToString(new byte[32]);
        for (String keys : new String[] {
            "b:" + KEY + "\nc:" + other + "\n", "b:" + KEY + ",\r\n  c:" + other, "\nb:" + KEY + " \n\n, c:" + other
        }) {
            Files.writeString(folder.resolve("key.txt"), keys);
            assertThat(Cli.run("seal", "--prefix", "ord_", "--keys", file, ID))
                    .as(keys)
                    .isEqualTo(new Result(0, sealed("ord_", ID) + "\n", ""));
            String ofOther = "ord_" + new Seal(SealKeys.parse("c:" + other), "ord_").seal(17);
            assertThat(Cli.run("open", "--keys", file, ofOther).out()).isEqualTo("17\n");
        }
    }

    @Test
    void opensGuidsOfTheFormatForInnoDb() {
        for (GuidOrder order : new GuidOrder[] {GuidOrder.BYTES, GuidOrder.MARIADB}) {
            UUID guid = new GuidGenerator(GuidFormat.INNODB, order, InstantSource.fixed(Cli.NOW)).nextGuid();
            assertThat(Cli.run("open", "--keys", file, sealed("cus_", guid.toString())))
                    .isEqualTo(new Result(0, guid + "\n", ""));
        }
    }
}
