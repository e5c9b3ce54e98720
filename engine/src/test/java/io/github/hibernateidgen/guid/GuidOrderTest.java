package io.github.hibernateidgen.guid;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.TestSeed;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuidOrderTest {

    private static final int RANDOM_BITS = 58;
    private static final UUID ZERO = new UUID(0, 0);

    private final Random random = TestSeed.random();

    // Where the bits go.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # order    | time          | counter | random            | GUID
            BYTES      | 0x017f22e279b0 | 0x0000 | 0x000000000000000 | 017f22e2-79b0-7000-8000-000000000000
            BYTES      | 0x017f22e279b0 | 0xcc39 | 0x8c4dc0c0c07398f | 017f22e2-79b0-7cc3-a4c4-dc0c0c07398f
            BYTES      | 0xffffffffffff | 0xffff | 0xfffffffffffffff | ffffffff-ffff-7fff-bfff-ffffffffffff
            SQL_SERVER | 0x017f22e279b0 | 0x0000 | 0x000000000000000 | 00000000-0000-8000-8000-017f22e279b0
            SQL_SERVER | 0x017f22e279b0 | 0xcc39 | 0x123456789abcdef | efcdab89-6745-8352-b30e-017f22e279b0
            SQL_SERVER | 0xffffffffffff | 0xffff | 0xfffffffffffffff | ffffffff-ffff-8fff-bfff-ffffffffffff
            MARIADB    | 0x017f22e279b0 | 0x0000 | 0x000000000000000 | 00000000-0000-4000-8000-017f22e279b0
            MARIADB    | 0x017f22e279b0 | 0xcc39 | 0x123456789abcdef | 89abcdef-4567-4523-b30e-017f22e279b0
            MARIADB    | 0xffffffffffff | 0xffff | 0xfffffffffffffff | ffffffff-ffff-4fff-bfff-ffffffffffff
            """)
    void composesTimeCounterAndRandomBits(GuidOrder order, String time, String counter, String random, UUID guid) {
        assertThat(order.compose(Long.decode(time) << 16 | Long.decode(counter), Long.decode(random)))
                .isEqualTo(guid);
    }

    @ParameterizedTest
    @EnumSource
    void eachOfThe64StateBitsIsOneBitOfTheGuidAndTheyAreRankedAsInTheState(GuidOrder order) {
        List<Integer> places = new ArrayList<>();
        for (int bit = 63; bit >= 0; bit--) {
            places.add(placeOfOneBit(order, order.compose(1L << bit, 0)));
        }
        assertThat(places).isSorted().doesNotHaveDuplicates();
        assertThat(places.subList(0, 48)).as("time").isEqualTo(numbers(0, 48));
    }

    @ParameterizedTest
    @EnumSource
    void eachOfThe58RandomBitsIsOneBitOfTheGuidBehindTheState(GuidOrder order) {
        int lastOfState = placeOfOneBit(order, order.compose(1, 0));
        Set<Integer> places = new HashSet<>();
        for (int bit = 0; bit < RANDOM_BITS; bit++) {
            places.add(placeOfOneBit(order, order.compose(0, 1L << bit)));
        }
        assertThat(places).hasSize(RANDOM_BITS).allMatch(place -> place > lastOfState);
    }

    @ParameterizedTest
    @EnumSource
    void stateRandomVersionAndVariantFillAll128BitsWithoutOverlap(GuidOrder order) {
        Set<Integer> places = new HashSet<>();
        for (int bit = 0; bit < 64; bit++) {
            places.add(placeOfOneBit(order, order.compose(1L << bit, 0)));
        }
        for (int bit = 0; bit < RANDOM_BITS; bit++) {
            places.add(placeOfOneBit(order, order.compose(0, 1L << bit)));
        }
        assertThat(places).hasSize(64 + RANDOM_BITS);

        // T6 and T8: four bits of version, two of variant.
        for (long fixed : new long[] {0x8000, 0x4000, 0x2000, 0x1000}) {
            assertThat(places.add(ByteRanks.of(order).place(new UUID(fixed, 0))))
                    .isTrue();
        }
        for (long fixed : new long[] {1L << 63, 1L << 62}) {
            assertThat(places.add(ByteRanks.of(order).place(new UUID(0, fixed))))
                    .isTrue();
        }
        assertThat(places).hasSize(128);
    }

    @ParameterizedTest
    @EnumSource
    void theSixRandomBitsThatHaveNoRoomAreLeftOut(GuidOrder order) {
        for (int bit = RANDOM_BITS; bit < 64; bit++) {
            assertThat(order.compose(0, 1L << bit)).isEqualTo(order.compose(0, 0));
        }
    }

    @ParameterizedTest
    @CsvSource({"BYTES, 7", "SQL_SERVER, 8", "MARIADB, 4"})
    void everyGuidHasTheVersionOfItsOrderAndTheVariantOfRfc9562(GuidOrder order, int version) {
        assertThat(order.version()).isEqualTo(version);
        for (int i = 0; i < 10_000; i++) {
            UUID guid = order.compose(random.nextLong(), random.nextLong());
            assertThat(guid.version()).isEqualTo(version);
            assertThat(guid.variant()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLaterStateIsAGreaterGuidWhateverTheRandomBits(GuidOrder order) {
        Comparator<UUID> comparator = ByteRanks.of(order).comparator();
        for (int i = 0; i < 20_000; i++) {
            long state = random.nextLong() >>> random.nextInt(64);
            long later = random.nextBoolean() ? state + 1 : random.nextLong();
            int byState = Long.compareUnsigned(state, later);
            if (byState != 0) {
                assertThat(comparator.compare(
                                order.compose(state, random.nextLong()), order.compose(later, random.nextLong())))
                        .as("%x %x %s", state, later, TestSeed.describe())
                        .matches(byGuid -> Integer.signum(byGuid) == Integer.signum(byState));
            }
        }
    }

    // The comparators.

    @ParameterizedTest
    @EnumSource
    void theComparatorAgreesWithTheRanksOfTheBytes(GuidOrder order) {
        Comparator<UUID> comparator = order.comparator();
        Comparator<UUID> ranks = ByteRanks.of(order).comparator();
        for (int i = 0; i < 50_000; i++) {
            UUID a = new UUID(random.nextLong(), random.nextLong());
            UUID b = random.nextInt(4) == 0 ? new UUID(random.nextLong(), random.nextLong()) : changeAByte(a);
            assertThat(Integer.signum(comparator.compare(a, b)))
                    .as("%s %s %s", a, b, TestSeed.describe())
                    .isEqualTo(Integer.signum(ranks.compare(a, b)));
            assertThat(Integer.signum(comparator.compare(b, a))).isEqualTo(-Integer.signum(comparator.compare(a, b)));
        }
    }

    /** Seen on MariaDB 10.11 and 11.4: it stores versions 6 and up as they are. */
    @Test
    void mariaDbComparesTheTimeOfVersion4InTheLastGroupWithTheTimeOfVersion7InTheFirst() {
        List<UUID> guids = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            GuidOrder order = i % 2 == 0 ? GuidOrder.BYTES : GuidOrder.MARIADB;
            guids.add(order.compose((1_700_000_000_000L + i) << 16, random.nextLong()));
        }
        assertThat(guids).as(TestSeed.describe()).isSortedAccordingTo(GuidOrder.MARIADB.comparator());
    }

    @ParameterizedTest
    @EnumSource
    void theComparatorIsConsistentWithEquals(GuidOrder order) {
        UUID guid = new UUID(random.nextLong(), random.nextLong());
        assertThat(order.comparator()
                        .compare(guid, new UUID(guid.getMostSignificantBits(), guid.getLeastSignificantBits())))
                .isZero();
        for (int bit = 0; bit < 64; bit++) {
            assertThat(order.comparator().compare(ZERO, new UUID(1L << bit, 0))).isNegative();
            assertThat(order.comparator().compare(ZERO, new UUID(0, 1L << bit))).isNegative();
        }
    }

    @Test
    void bytesComparesAsTheLowerCaseTextDoes() {
        List<UUID> guids = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            UUID guid = new UUID(random.nextLong(), random.nextLong());
            guids.add(guid);
            guids.add(changeAByte(guid));
        }
        List<UUID> byText = new ArrayList<>(guids);
        byText.sort(comparing(UUID::toString));
        guids.sort(GuidOrder.BYTES.comparator());
        assertThat(guids).as(TestSeed.describe()).isEqualTo(byText);
    }

    @Test
    void javasOwnOrderIsSignedAndAgreesWithNone() {
        UUID low = UUID.fromString("7fffffff-ffff-7fff-8000-7fffffffffff");
        UUID high = UUID.fromString("80000000-0000-7000-8000-800000000000");
        assertThat(low).isGreaterThan(high);
        for (GuidOrder order : GuidOrder.values()) {
            assertThat(order.comparator().compare(low, high)).as("%s", order).isNegative();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theGuidsOfOneOrderAreOutOfPlaceInTheOthers(GuidOrder order) {
        List<UUID> guids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            guids.add(order.compose((1_700_000_000_000L + i * 997L) << 16, random.nextLong()));
        }
        assertThat(guids).isSortedAccordingTo(order.comparator());
        for (GuidOrder other : GuidOrder.values()) {
            // MARIADB ranks version 4 from the time on, as SQL_SERVER does, and versions 7 and 8 as BYTES does.
            boolean alike = other == order
                    || order == GuidOrder.MARIADB && other == GuidOrder.SQL_SERVER
                    || order == GuidOrder.BYTES && other == GuidOrder.MARIADB;
            List<UUID> sorted = new ArrayList<>(guids);
            sorted.sort(other.comparator());
            assertThat(sorted.equals(guids)).as("%s", other).isEqualTo(alike);
        }
    }

    // Instants.

    /** Source: RFC 9562, appendix A.6, the example of version 7. */
    @Test
    void readsTheInstantOfTheRfcsExampleOfVersion7() {
        UUID example = UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
        assertThat(GuidOrder.BYTES.instant(example)).isEqualTo(Instant.parse("2022-02-22T19:22:22Z"));
        assertThat(GuidOrder.BYTES.instant(example).toEpochMilli()).isEqualTo(0x017F22E279B0L);
    }

    @ParameterizedTest
    @EnumSource
    void readsTheInstantOfAGuid(GuidOrder order) {
        for (int i = 0; i < 10_000; i++) {
            long state = random.nextLong();
            assertThat(order.instant(order.compose(state, random.nextLong())))
                    .as("%x %s", state, TestSeed.describe())
                    .isEqualTo(Instant.ofEpochMilli(state >>> 16));
        }
    }

    /**
     * Sources: RFC 9562, appendices A.1 (version 1), A.3 (version 4), A.5 (version 6), A.6 (version 7), B.1 (version 8)
     * and sections 5.9 and 5.10 (nil and max); the others are those with another variant.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BYTES      | c232ab00-9414-11ec-b3c8-9f6bdeced846 | 1  | 2
            BYTES      | 919108f7-52d1-4320-9bac-f847db4148a8 | 4  | 2
            BYTES      | 1ec9414c-232a-6b00-b3c8-9f6bdeced846 | 6  | 2
            BYTES      | 2489e9ad-2ee2-8e00-8ec9-32d5f69181c0 | 8  | 2
            BYTES      | 00000000-0000-0000-0000-000000000000 | 0  | 0
            BYTES      | ffffffff-ffff-ffff-ffff-ffffffffffff | 15 | 7
            BYTES      | 017f22e2-79b0-7cc3-18c4-dc0c0c07398f | 7  | 0
            BYTES      | 017f22e2-79b0-7cc3-58c4-dc0c0c07398f | 7  | 0
            BYTES      | 017f22e2-79b0-7cc3-d8c4-dc0c0c07398f | 7  | 6
            SQL_SERVER | 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | 7  | 2
            SQL_SERVER | 919108f7-52d1-4320-9bac-f847db4148a8 | 4  | 2
            SQL_SERVER | 2489e9ad-2ee2-8e00-0ec9-32d5f69181c0 | 8  | 0
            MARIADB    | 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | 7  | 2
            MARIADB    | 2489e9ad-2ee2-8e00-8ec9-32d5f69181c0 | 8  | 2
            MARIADB    | 919108f7-52d1-4320-dbac-f847db4148a8 | 4  | 6
            """)
    void refusesTheInstantOfAGuidWithAnotherVersionOrVariant(GuidOrder order, UUID guid, int version, int variant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> order.instant(guid))
                .withMessage("GUID [" + guid + "] is not of format RFC_9562 in order " + order + ": its version is "
                        + version + " and its variant " + variant
                        + "; read it with the format and the order it was made for");
    }

    @ParameterizedTest
    @EnumSource
    void firstAndLastHoldEveryGuidOfTheMillisecondAndNoOther(GuidOrder order) {
        Comparator<UUID> comparator = ByteRanks.of(order).comparator();
        List<Long> instants = new ArrayList<>(List.of(0L, 1L, (1L << 48) - 1, 0x7FFF_FFFF_FFFFL, 0x8000_0000_0000L));
        for (int i = 0; i < 500; i++) {
            instants.add(random.nextLong(1L << 48));
        }
        for (long millis : instants) {
            Instant instant = Instant.ofEpochMilli(millis);
            UUID first = order.first(instant);
            UUID last = order.last(instant);
            assertThat(order.instant(first)).isEqualTo(instant);
            assertThat(order.instant(last)).isEqualTo(instant);
            // Tight: below time, version and variant there are no ones in the first and no zeros in the last.
            int fixed = Long.bitCount(millis) + Integer.bitCount(order.version()) + 1;
            assertThat(ones(first)).isEqualTo(fixed);
            assertThat(ones(last)).isEqualTo(fixed + 16 + RANDOM_BITS);
            for (int i = 0; i < 20; i++) {
                UUID guid = order.compose(millis << 16 | random.nextInt(0x10000), random.nextLong());
                assertThat(comparator.compare(first, guid)).isNotPositive();
                assertThat(comparator.compare(guid, last)).isNotPositive();
            }
            if (millis + 1 < 1L << 48) {
                assertThat(comparator.compare(last, order.first(instant.plusMillis(1))))
                        .isNegative();
            }
            assertThat(order.first(instant.plusNanos(999_999))).isEqualTo(first);
            assertThat(order.last(instant.plusNanos(999_999))).isEqualTo(last);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1969-12-31T23:59:59.999999999Z",
                "+10889-08-02T05:31:50.656Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void refusesAnInstantThatDoesNotFit48Bits(Instant instant) {
        String message = "instant [" + instant
                + "] does not fit this format's time; give one from 1970-01-01T00:00:00Z to +10889-08-02T05:31:50.655Z";
        for (GuidOrder order : GuidOrder.values()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> order.first(instant))
                    .withMessage(message);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> order.last(instant))
                    .withMessage(message);
        }
    }

    /** The place of the one bit in which a GUID differs from the GUID of state 0 and random 0. */
    private static int placeOfOneBit(GuidOrder order, UUID guid) {
        UUID zero = order.compose(0, 0);
        UUID difference = new UUID(
                guid.getMostSignificantBits() ^ zero.getMostSignificantBits(),
                guid.getLeastSignificantBits() ^ zero.getLeastSignificantBits());
        assertThat(ones(difference)).as("%s", guid).isEqualTo(1);
        return ByteRanks.of(order).place(difference);
    }

    private static int ones(UUID guid) {
        return Long.bitCount(guid.getMostSignificantBits()) + Long.bitCount(guid.getLeastSignificantBits());
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add(i);
        }
        return Collections.unmodifiableList(numbers);
    }

    private UUID changeAByte(UUID guid) {
        ByteBuffer bytes = ByteBuffer.wrap(ByteRanks.bytes(guid));
        bytes.put(random.nextInt(16), (byte) random.nextInt(256));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
