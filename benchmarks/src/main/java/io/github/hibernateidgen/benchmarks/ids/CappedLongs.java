package io.github.hibernateidgen.benchmarks.ids;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.function.LongSupplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/** 64 bits with a sequence of 12: 4,096 ids a millisecond, unless a generator runs ahead of the clock. */
public enum CappedLongs {
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

    /** Makes a generator. */
    public abstract LongSupplier make();
}
