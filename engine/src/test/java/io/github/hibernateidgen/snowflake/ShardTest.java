package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.WorkerSource;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards in the id: what a customer's shard is, and that the id tells it. */
class ShardTest {

    private static final SnowflakeLayout LOW = SnowflakeLayout.named("low")
            .fields("time:41, worker:6, sequence:10, shard:6")
            .build();
    private static final SnowflakeLayout HIGH = SnowflakeLayout.named("high")
            .fields("shard:6, time:41, worker:6, sequence:10")
            .build();
    private static final SnowflakeLayout WIDE = SnowflakeLayout.named("wide")
            .fields("time:41, sequence:10, shard:10")
            .build();

    private enum Colour {
        RED
    }

    private final FakeClock clock = FakeClock.at("2026-11-21T12:00:00Z");

    private SnowflakeGenerator generator(SnowflakeLayout layout) {
        return new SnowflakeGenerator(
                layout,
                WorkerSource.fixed(layout.workers() - 1),
                SnowflakeLimits.DEFAULT,
                clock,
                clock::sleep,
                bound -> 0);
    }

    /** Computed in another language from the description of {@link ShardFunction#HASH}. */
    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(0L, 30, 495),
                Arguments.of(1L, 3, 53),
                Arguments.of(5L, 16, 265),
                Arguments.of(70L, 41, 666),
                Arguments.of(-1L, 26, 426),
                Arguments.of(Long.MAX_VALUE, 59, 946),
                Arguments.of(BigInteger.TWO.pow(64), 47, 767),
                Arguments.of("", 59, 959),
                Arguments.of("a", 32, 522),
                Arguments.of("customer-1", 43, 695),
                Arguments.of("Z\u00fcrich", 9, 146),
                Arguments.of(UUID.fromString("0191d3f0-0000-7000-8000-00000000002a"), 35, 565));
    }

    // Never change these: rows are where they say.
    @ParameterizedTest
    @MethodSource("values")
    void theShardOfAValueNeverChanges(Object value, long of64, long of1024) {
        assertThat(ShardFunction.HASH.shard(value, LOW)).isEqualTo(of64);
        assertThat(ShardFunction.HASH.shard(value, HIGH)).isEqualTo(of64);
        assertThat(ShardFunction.HASH.shard(value, WIDE)).isEqualTo(of1024);
        assertThat(ShardFunction.HASH.takes(value.getClass())).isTrue();
    }

    @Test
    void aNumberHasOneShardWhateverItsType() {
        for (Object value : List.of(5L, 5, (short) 5, (byte) 5, BigInteger.valueOf(5))) {
            assertThat(ShardFunction.HASH.shard(value, LOW)).isEqualTo(16);
            assertThat(ShardFunction.LOW_BITS.shard(value, LOW)).isEqualTo(5);
        }
    }

    @Test
    void bytesAndAnEnumsNameAreHashedAsTextIs() {
        assertThat(ShardFunction.HASH.shard("a".getBytes(java.nio.charset.StandardCharsets.UTF_8), LOW))
                .isEqualTo(32);
        assertThat(ShardFunction.HASH.shard(Colour.RED, LOW)).isEqualTo(ShardFunction.HASH.shard("RED", LOW));
        assertThat(ShardFunction.HASH.takes(Colour.class)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "63, 63", "64, 0", "70, 6", "-1, 63", "-64, 0"})
    void lowBitsAreThoseOfTheNumber(long value, long shard) {
        assertThat(ShardFunction.LOW_BITS.shard(value, LOW)).isEqualTo(shard);
    }

    @Test
    void aLayoutWithoutShardsHasOne() {
        assertThat(ShardFunction.HASH.shard("a", SnowflakeLayout.STANDARD)).isZero();
        assertThat(ShardFunction.LOW_BITS.shard(7, SnowflakeLayout.STANDARD)).isZero();
        assertThat(SnowflakeLayout.STANDARD.shards()).isEqualTo(1);
        assertThat(LOW.shards()).isEqualTo(64);
    }

    @Test
    void otherTypesAreRefusedWithThoseThatDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShardFunction.HASH.shard(LocalDate.EPOCH, LOW))
                .withMessage(
                        "a value of type java.time.LocalDate can't be hashed; give a whole number, a String, a UUID,"
                                + " a byte[] or an enum");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShardFunction.LOW_BITS.shard("7", LOW))
                .withMessage("a value of type java.lang.String has no low bits; give a whole number, or use HASH");
        for (Class<?> type : List.of(LocalDate.class, double.class, Object.class)) {
            assertThat(ShardFunction.HASH.takes(type)).isFalse();
        }
        assertThat(ShardFunction.LOW_BITS.takes(String.class)).isFalse();
        assertThat(ShardFunction.LOW_BITS.takes(int.class)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 64})
    void aShardThatDoesNotFitIsRefused(long shard) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator(LOW).withShard(shard))
                .withMessage("field [shard] of layout [low] can't hold [" + shard
                        + "]: it is 6 bits wide; give a number from 0 to 63");
    }

    @Test
    void aShardWithoutItsFieldIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator(SnowflakeLayout.STANDARD).withShard(0))
                .withMessage("layout [standard] has no shard field for [0]; add a field shard:BITS");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.STANDARD.compose(new SnowflakeParts(clock.now(), 0, 0, Map.of(), 3)))
                .withMessageContaining("has no shard field for [3]");
    }

    @Test
    void generatorsOfAllShardsShareOneSequence() {
        SnowflakeGenerator generator = generator(LOW);
        long[] ids = {
            generator.nextId(),
            generator.withShard(9).nextId(),
            generator.withShard(9).withShard(4).nextId(),
            generator.nextId()
        };
        assertThat(Arrays.stream(ids).map(LOW::shard)).containsExactly(0L, 9L, 4L, 0L);
        assertThat(Arrays.stream(ids).map(id -> LOW.split(id).sequence())).containsExactly(0L, 1L, 2L, 3L);
        assertThat(Arrays.stream(generator.withShard(9).nextIds(3)).map(LOW::shard))
                .containsOnly(9L);
    }

    @Test
    void shardAndEntityFieldsAreSetOneAfterTheOther() {
        SnowflakeLayout both = SnowflakeLayout.named("both")
                .fields("time:41, entity.line:4, sequence:10, shard:6")
                .build();
        SnowflakeParts expected = new SnowflakeParts(clock.now(), 0, 0, Map.of("line", 3L), 9);
        SnowflakeGenerator generator = generator(both);
        for (SnowflakeGenerator set : List.of(
                generator.withShard(9).withEntityFields(Map.of("line", 3L)),
                generator.withEntityFields(Map.of("line", 3L)).withShard(9))) {
            SnowflakeParts parts = both.split(set.nextId());
            assertThat(parts.entityFields()).isEqualTo(expected.entityFields());
            assertThat(parts.shard()).isEqualTo(expected.shard());
        }
        assertThat(both.split(both.compose(expected))).isEqualTo(expected);
    }

    @Test
    void aLayoutWithTheShardElsewhereTakesNoNumberAlong() {
        SnowflakeLayout shop = SnowflakeLayout.named("shop")
                .fields("time:41, worker:6, sequence:10, entity.shop:6")
                .build();
        SnowflakeGenerator generator = generator(LOW);
        assertThat(shop.split(generator.withLayout(shop).nextId()).entityFields())
                .containsEntry("shop", 0L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.withShard(9).withLayout(shop))
                .withMessageEndingWith("set their numbers after this call");
    }

    @Test
    void aLayoutThatDividesTheEntitysBitsOtherwiseTakesTheBitsAlong() {
        SnowflakeLayout lines = SnowflakeLayout.named("lines")
                .fields("time:41, entity.page:2, entity.line:4, worker:6, sequence:10")
                .build();
        SnowflakeLayout shops = SnowflakeLayout.named("shops")
                .fields("time:41, entity.shop:6, worker:6, sequence:10")
                .build();
        SnowflakeGenerator generator = generator(lines).withEntityFields(Map.of("page", 2L, "line", 5L));
        long first = generator.nextId();
        long second = generator.withLayout(shops).nextId();
        assertThat(lines.split(second).entityFields()).isEqualTo(Map.of("page", 2L, "line", 5L));
        assertThat(shops.split(second).entityFields()).isEqualTo(Map.of("shop", 2L << 4 | 5));
        assertThat(lines.split(second).sequence())
                .as("one sequence")
                .isEqualTo(lines.split(first).sequence() + 1);
    }

    static Stream<Arguments> customers() {
        LongFunction<Object> number = Long::valueOf;
        LongFunction<Object> tens = customer -> 10 * customer;
        LongFunction<Object> powers = customer -> customer << 20;
        LongFunction<Object> text = customer -> "customer-" + customer;
        LongFunction<Object> guid = customer -> new UUID(0x0191d3f000007000L, customer);
        return Stream.of(
                Arguments.of("numbers", LOW, number),
                Arguments.of("every tenth number", HIGH, tens),
                Arguments.of("multiples of a power of two", LOW, powers),
                Arguments.of("text", HIGH, text),
                Arguments.of("GUIDs", LOW, guid));
    }

    /** 64 databases: the router of the documentation, and where the ids of 200,000 customers go. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("customers")
    void customersSpreadEvenlyAndTheIdsOfOneAreTogether(
            String kind, SnowflakeLayout layout, LongFunction<Object> customers) {
        SnowflakeGenerator generator = generator(layout);
        Spread spread = new Spread(64);
        long elsewhere = 0;
        for (long customer = 0; customer < 200_000; customer++) {
            long shard = ShardFunction.HASH.shard(customers.apply(customer), layout);
            spread.add(shard);
            if (customer % 10 == 0) { // An id does not know what its shard was made of.
                for (long id : generator.withShard(shard).nextIds(5)) {
                    elsewhere += layout.shard(id) == shard ? 0 : 1;
                }
            }
        }
        assertThat(elsewhere).isZero();
        assertThat(spread.chiSquare()).isLessThan(spread.onceInAMillion());
        assertThat(spread.fullest()).isLessThan(1.1);
    }

    @Test
    void aMillionIdsOfAMillionCustomersAreEvenAndAllDiffer() {
        SnowflakeGenerator generator = generator(LOW);
        long[] ids = new long[1_000_000];
        Spread shards = new Spread(64);
        for (int i = 0; i < ids.length; i++) {
            ids[i] =
                    generator.withShard(ShardFunction.HASH.shard((long) i, LOW)).nextId();
            shards.add(LOW.shard(ids[i]));
        }
        assertThat(shards.chiSquare()).isLessThan(shards.onceInAMillion());
        Arrays.sort(ids);
        assertThat(Arrays.stream(ids).map(id -> id >> 6).distinct().count())
                .as("without the shard")
                .isEqualTo(ids.length);
    }
}
