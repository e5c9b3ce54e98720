package io.github.hibernateidgen.benchmarks.ids;

import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.sqids.Sqids;

/** Measures writing and reading the text of an id: sealed, plain, and in the forms of other libraries. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class Sealing {

    private static final long ID = 382770312745709588L;
    private static final UUID GUID = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");

    private final Seal seal = seal(16);
    private final Seal seal256 = seal(32);
    private final Sqids sqids = Sqids.builder().build();
    private final String sealed = seal.seal(ID);
    private final String sealed256 = seal256.seal(ID);
    private final String sealedGuid = seal256.seal(GUID);
    private final String damaged = sealed256.substring(0, 26) + (sealed256.endsWith("0") ? "1" : "0");
    private final String unknown = "b" + sealed256.substring(1);
    private final String unreadable = sealed256.substring(0, 26) + "-";
    private final String unsealed = SnowflakeText.CROCKFORD_BASE32.format(ID);
    private final String squid = sqids.encode(List.of(ID));

    private static Seal seal(int bytes) {
        return new Seal(SealKeys.of("a", new SecretKeySpec(new byte[bytes], "AES")), "ord_");
    }

    @Benchmark
    public String seal() {
        return seal.seal(ID);
    }

    @Benchmark
    public long open() {
        return seal.openLong(sealed);
    }

    @Benchmark
    public String seal256() {
        return seal256.seal(ID);
    }

    @Benchmark
    public long open256() {
        return seal256.openLong(sealed256);
    }

    @Benchmark
    public String sealGuid256() {
        return seal256.seal(GUID);
    }

    @Benchmark
    public UUID openGuid256() {
        return seal256.openGuid(sealedGuid);
    }

    @Benchmark
    public String rejectDamaged256() {
        return refusal(damaged);
    }

    @Benchmark
    public String rejectUnknownKey256() {
        return refusal(unknown);
    }

    @Benchmark
    public String rejectUnreadable256() {
        return refusal(unreadable);
    }

    @Benchmark
    public String rejectPlain256() {
        return refusal(unsealed);
    }

    private String refusal(String text) {
        try {
            return Long.toString(seal256.openLong(text));
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    @Benchmark
    public String plainBase32() {
        return SnowflakeText.CROCKFORD_BASE32.format(ID);
    }

    @Benchmark
    public long plainBase32Back() {
        return SnowflakeText.CROCKFORD_BASE32.parse(unsealed);
    }

    @Benchmark
    public String sqids() {
        return sqids.encode(List.of(ID));
    }

    @Benchmark
    public long sqidsBack() {
        return sqids.decode(squid).get(0);
    }

    @Benchmark
    public String randomUuid() {
        return UUID.randomUUID().toString();
    }
}
