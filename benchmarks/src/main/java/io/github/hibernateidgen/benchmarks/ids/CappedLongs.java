package io.github.hibernateidgen.benchmarks.ids;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/** Generators of 64-bit ids with a sequence of 12 bits: 4,096 ids per millisecond, unless a generator runs ahead of the clock. */
public enum CappedLongs {
    /**
     * A floor without a real id and without spinning: shows how much of a tick the system's timer and scheduler leave to a
     * generator that sleeps.
     */
    FLOOR {
        @Override
        public LongSupplier make() {
            return new SleepingCounter();
        }
    },
    OURS {
        @Override
        public LongSupplier make() {
            return new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1))::nextId;
        }
    },
    HUTOOL {
        @Override
        public LongSupplier make() {
            return new Snowflake(1, 1)::nextId;
        }
    },
    MYBATIS_PLUS {
        @Override
        public LongSupplier make() {
            return new Sequence(1, 1)::nextId;
        }
    },
    COSID {
        @Override
        public LongSupplier make() {
            return new MillisecondSnowflakeId(1)::generate;
        }
    },
    YITTER {
        @Override
        public LongSupplier make() {
            IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
            options.WorkerIdBitLength = 10;
            options.SeqBitLength = 12;
            return new DefaultIdGenerator(options)::newLong;
        }
    };

    /** Creates a generator. */
    public abstract LongSupplier make();

    /**
     * Counts milliseconds and a sequence of 12 bits in a single number. Sleeps until the next millisecond if the sequence is
     * used up.
     */
    private static final class SleepingCounter implements LongSupplier {

        private final AtomicLong last = new AtomicLong();

        @Override
        public long getAsLong() {
            while (true) {
                Instant now = Instant.now();
                long before = last.get();
                long next = Math.max(before + 1, now.toEpochMilli() << 12);
                if (next >>> 12 > now.toEpochMilli()) {
                    LockSupport.parkNanos(1_000_000 - now.getNano() % 1_000_000);
                } else if (last.compareAndSet(before, next)) {
                    return next;
                }
            }
        }
    }
}
