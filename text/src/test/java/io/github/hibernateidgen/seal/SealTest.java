package io.github.hibernateidgen.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import io.github.hibernateidgen.testing.LongTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts are those of another AES, are read again, and nobody makes one without the key. */
class SealTest {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int CHARACTERS = 26;

    private static final SecretKey KEY = key(1, 32);
    private static final Seal ORDERS = new Seal(SealKeys.of("a", KEY), "ord_");

    private static SecretKey key(int seed, int bytes) {
        byte[] key = new byte[bytes];
        new Random(seed).nextBytes(key);
        return new SecretKeySpec(key, "AES");
    }

    /** The file is for readers in other languages; it says how another AES has made it. */
    @ParameterizedTest
    @CsvFileSource(files = "../docs/vectors/sealed-text.txt", delimiter = ' ')
    void isWhatAnotherAesMakes(String key, String prefix, String id, String text) {
        Seal seal = new Seal(SealKeys.parse(key), prefix);
        String sealed = text.substring(prefix.length());
        if (id.length() == 36) {
            assertThat(seal.seal(UUID.fromString(id))).isEqualTo(sealed);
            assertThat(seal.openGuid(sealed)).isEqualTo(UUID.fromString(id));
        } else {
            assertThat(seal.seal(Long.parseLong(id))).isEqualTo(sealed);
            assertThat(seal.openLong(sealed)).isEqualTo(Long.parseLong(id));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32})
    void idsOfEachKindAreReadAgain(int bytes) {
        readAgain(bytes, 100_000);
    }

    @LongTest
    @ParameterizedTest
    @ValueSource(ints = {16, 32})
    void aMillionIdsOfEachKindAreReadAgain(int bytes) {
        readAgain(bytes, 1_000_000);
    }

    private static void readAgain(int bytes, int ids) {
        Seal seal = new Seal(SealKeys.of("2026", key(2, bytes)), "c-");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < ids; i++) {
            long id = i < 1000 ? i - 500 : random.nextLong();
            UUID guid = new UUID(random.nextLong(), id);
            if (seal.openLong(seal.seal(id)) != id
                    || !seal.openGuid(seal.seal(guid)).equals(guid)) {
                fail("id %d or GUID %s, seed %d", id, guid, seed);
            }
        }
    }

    @Test
    void upperCaseIsReadToo() {
        assertThat(ORDERS.openLong(ORDERS.seal(5).toUpperCase(Locale.ROOT))).isEqualTo(5);
    }

    // Nobody else makes one

    @Test
    void noForgedTextIsOpened() {
        forge(200_000);
    }

    @Test
    @LongTest
    void noneOfTenMillionForgedTextsIsOpened() {
        forge(10_000_000);
    }

    /** Half are random, and half are a genuine text with a bit changed. */
    private static void forge(int texts) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String genuine = ORDERS.seal(382770312745709588L);
        char[] text = genuine.toCharArray();
        for (int i = 0; i < texts; i++) {
            if (i % 2 == 0) {
                for (int at = 1; at < text.length; at++) {
                    text[at] = ALPHABET.charAt(random.nextInt(at == 1 ? 8 : 32));
                }
            } else {
                genuine.getChars(0, text.length, text, 0);
                int at = 2 + random.nextInt(CHARACTERS - 1);
                text[at] = ALPHABET.charAt(ALPHABET.indexOf(text[at]) ^ 1 << random.nextInt(5));
            }
            String forged = new String(text);
            if (opens(forged)) {
                fail("[%s], seed %d", forged, seed);
            }
        }
        assertThat(opens(genuine)).isTrue();
    }

    private static boolean opens(String text) {
        try {
            ORDERS.openLong(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** 128 bits have no room for a tag: what is forged is some GUID, and none of those that were made. */
    @Test
    void aForgedTextOfAGuidIsNoneThatWasMade() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            UUID made = new UUID(0x0190ecd24a3b7000L | i, 0x8000000000000000L);
            UUID opened = ORDERS.openGuid("a0" + base32(random, CHARACTERS - 1));
            if (opened.getMostSignificantBits() >>> 20 == made.getMostSignificantBits() >>> 20) {
                fail("[%s], seed %d", opened, seed);
            }
        }
    }

    private static String base32(Random random, int characters) {
        StringBuilder text = new StringBuilder();
        random.ints(characters, 0, 32).forEach(value -> text.append(ALPHABET.charAt(value)));
        return text.toString();
    }

    @Test
    void theTextOfAnotherPurposeIsRefused() {
        Seal customers = new Seal(SealKeys.of("a", KEY), "cus_");
        UUID guid = new UUID(1, 2);
        for (long id = 0; id < 1000; id++) {
            String text = customers.seal(id);
            assertThatIllegalArgumentException().isThrownBy(() -> ORDERS.openLong(text));
        }
        assertThat(ORDERS.openGuid(customers.seal(guid))).isNotEqualTo(guid);
        assertThatIllegalArgumentException().isThrownBy(() -> ORDERS.openLong(ORDERS.seal(new UUID(5, 0))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "6d94nt20kndmtdgdm9avwvywkw",
                "a8d94nt20kndmtdgdm9avwvywkw",
                "a6d94nt20kndmtdgdm9avwvywki",
                "a6d94nt20kndmtdgdm9avwvywk-",
                "abcde6d94nt20kndmtdgdm9avwvywkw",
                "_6d94nt20kndmtdgdm9avwvywkw",
                "é6d94nt20kndmtdgdm9avwvywkw",
                "a6d94nt20kndmtdgdm9avwvywkw"
            })
    void whatIsNoTextIsRefusedInOneWay(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ORDERS.openLong(text))
                .withMessage("the text was not sealed for this purpose")
                .withNoCause();
    }

    // Rotation

    @Test
    void theFirstKeyWritesAndAllRead() {
        String old = new Seal(SealKeys.of("a", KEY), "ord_").seal(7);
        SealKeys both = SealKeys.of("b", key(3, 16)).and("a", KEY);
        Seal rotated = new Seal(both, "ord_");
        assertThat(both.names()).containsExactly("b", "a");
        assertThat(rotated.key()).isEqualTo("b");
        assertThat(rotated.openLong(old)).isEqualTo(7);
        assertThat(rotated.seal(7)).startsWith("b").isNotEqualTo(old);
        assertThat(rotated.openLong(rotated.seal(7))).isEqualTo(7);

        Seal afterwards = new Seal(SealKeys.of("b", key(3, 16)), "ord_");
        assertThat(afterwards.openLong(rotated.seal(7))).isEqualTo(7);
        assertThatExceptionOfType(UnknownKeyException.class)
                .isThrownBy(() -> afterwards.openLong(old))
                .withMessage("key [a] is not set; put the key back into the seal keys, if it was removed")
                .satisfies(refusal -> assertThat(refusal.key()).isEqualTo("a"));
        assertThatExceptionOfType(UnknownKeyException.class)
                .isThrownBy(() -> afterwards.openGuid(new Seal(SealKeys.of("a", KEY), "ord_").seal(new UUID(1, 2))));
    }

    @Test
    void theNameDecidesWhichKeyIsTried() {
        Seal two = new Seal(SealKeys.of("b", key(3, 16)).and("a", KEY), "ord_");
        String relabelled = "b" + ORDERS.seal(7).substring(1);
        assertThatIllegalArgumentException().isThrownBy(() -> two.openLong(relabelled));
    }

    // What a text looks like

    /** The limits are passed by chance once in 10,000: chi-square with 31 and with 7 degrees of freedom, of 26 characters. */
    @Test
    void textsOfNeighboursLookRandom() {
        int ids = 100_000;
        int[][] counts = new int[CHARACTERS][32];
        List<String> texts = new ArrayList<>();
        for (long id = 1; id <= ids; id++) {
            String text = ORDERS.seal(id).substring(1);
            texts.add(text);
            for (int at = 0; at < CHARACTERS; at++) {
                counts[at][ALPHABET.indexOf(text.charAt(at))]++;
            }
        }
        for (int at = 0; at < CHARACTERS; at++) {
            int values = at == 0 ? 8 : 32;
            double square = 0;
            for (int value = 0; value < values; value++) {
                square += Math.pow(counts[at][value] - (double) ids / values, 2) / ((double) ids / values);
            }
            assertThat(square).as("character %d", at).isLessThan(at == 0 ? 40 : 80);
        }
        assertThat(Math.abs(rankCorrelation(texts))).isLessThan(4 / Math.sqrt(ids));
    }

    /** Spearman's: 1 where the texts are in the order of the ids. */
    private static double rankCorrelation(List<String> texts) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            order.add(i);
        }
        order.sort((one, other) -> texts.get(one).compareTo(texts.get(other)));
        double squares = 0;
        for (int rank = 0; rank < order.size(); rank++) {
            squares += Math.pow(rank - order.get(rank), 2);
        }
        double n = texts.size();
        return 1 - 6 * squares / (n * (n * n - 1));
    }

    @Test
    void allTextsDifferAndTheSameIdHasTheSame() {
        assertThat(new Random(5).longs(100_000).mapToObj(ORDERS::seal).distinct())
                .hasSize(100_000);
        assertThat(ORDERS.seal(5)).isEqualTo(ORDERS.seal(5)).matches("a[0-7][0-9a-hjkmnp-tv-z]{25}");
    }

    @Test
    void threadsDoNotDisturbEachOther() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                long first = thread * 1_000_000L;
                done.add(threads.submit(() -> {
                    for (long id = first; id < first + 50_000; id++) {
                        assertThat(ORDERS.openLong(ORDERS.seal(id))).isEqualTo(id);
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
