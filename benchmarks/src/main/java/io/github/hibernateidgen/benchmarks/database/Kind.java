package io.github.hibernateidgen.benchmarks.database;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.hibernateidgen.benchmarks.database.Entities.CombInnoDbLine;
import io.github.hibernateidgen.benchmarks.database.Entities.CombInnoDbRow;
import io.github.hibernateidgen.benchmarks.database.Entities.CombLine;
import io.github.hibernateidgen.benchmarks.database.Entities.CombRow;
import io.github.hibernateidgen.benchmarks.database.Entities.IdentityLine;
import io.github.hibernateidgen.benchmarks.database.Entities.IdentityRow;
import io.github.hibernateidgen.benchmarks.database.Entities.RandomLine;
import io.github.hibernateidgen.benchmarks.database.Entities.RandomRow;
import io.github.hibernateidgen.benchmarks.database.Entities.Sequence1000Line;
import io.github.hibernateidgen.benchmarks.database.Entities.Sequence1000Row;
import io.github.hibernateidgen.benchmarks.database.Entities.Sequence50Line;
import io.github.hibernateidgen.benchmarks.database.Entities.Sequence50Row;
import io.github.hibernateidgen.benchmarks.database.Entities.SnowflakeInnoDbLine;
import io.github.hibernateidgen.benchmarks.database.Entities.SnowflakeInnoDbRow;
import io.github.hibernateidgen.benchmarks.database.Entities.SnowflakeLine;
import io.github.hibernateidgen.benchmarks.database.Entities.SnowflakeRow;
import io.github.hibernateidgen.benchmarks.database.Entities.TsidLine;
import io.github.hibernateidgen.benchmarks.database.Entities.TsidRow;
import io.github.hibernateidgen.benchmarks.database.Entities.Version7Line;
import io.github.hibernateidgen.benchmarks.database.Entities.Version7Row;
import io.github.hibernateidgen.benchmarks.database.Entities.WrongOrderBinaryLine;
import io.github.hibernateidgen.benchmarks.database.Entities.WrongOrderBinaryRow;
import io.github.hibernateidgen.benchmarks.database.Entities.WrongOrderLine;
import io.github.hibernateidgen.benchmarks.database.Entities.WrongOrderRow;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.hypersistence.tsid.TSID;
import jakarta.persistence.Table;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A kind of id: its entity, and a source of the same ids without Hibernate. */
enum Kind {
    SEQUENCE_50("SEQUENCE(50)", Sequence50Row.class, Sequence50Line.class),
    SEQUENCE_1000("SEQUENCE(1000)", Sequence1000Row.class, Sequence1000Line.class),
    IDENTITY("IDENTITY", IdentityRow.class, IdentityLine.class),
    SNOWFLAKE("@SnowflakeId", SnowflakeRow.class, SnowflakeLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1))::nextId;
        }
    },
    SNOWFLAKE_INNODB("@SnowflakeId, innodb", SnowflakeInnoDbRow.class, SnowflakeInnoDbLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return new SnowflakeGenerator(SnowflakeLayout.INNODB, WorkerSource.fixed(1))::nextId;
        }
    },
    COMB("@CombGuid", CombRow.class, CombLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return new GuidGenerator(database.order())::nextGuid;
        }
    },
    COMB_INNODB("@CombGuid, INNODB", CombInnoDbRow.class, CombInnoDbLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return new GuidGenerator(GuidFormat.INNODB, database.order(), InstantSource.system())::nextGuid;
        }
    },
    HYPERSISTENCE("@Tsid", TsidRow.class, TsidLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            TSID.Factory factory = TSID.Factory.newInstance1024();
            return () -> factory.generate().toLong();
        }
    },
    VERSION_7("VERSION_7", Version7Row.class, Version7Line.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return new GuidGenerator(GuidOrder.BYTES)::nextGuid;
        }
    },
    RANDOM("random UUID", RandomRow.class, RandomLine.class) {
        @Override
        Supplier<Object> ids(Database database, long from) {
            return UUID::randomUUID;
        }
    },
    WRONG_ORDER("COMB, wrong order", WrongOrderRow.class, WrongOrderLine.class) {
        @Override
        Class<? extends Row> row(Database database) {
            // MariaDB's type uuid rejects some values of the order SQL_SERVER, with error 1292.
            return database == Database.MARIADB ? WrongOrderBinaryRow.class : super.row(database);
        }

        @Override
        Class<? extends Line> line(Database database) {
            return database == Database.MARIADB ? WrongOrderBinaryLine.class : super.line(database);
        }

        @Override
        Supplier<Object> ids(Database database, long from) {
            return new GuidGenerator(GuidOrder.SQL_SERVER)::nextGuid;
        }
    };

    private final String label;
    private final Class<? extends Row> row;
    private final Class<? extends Line> line;

    Kind(String label, Class<? extends Row> row, Class<? extends Line> line) {
        this.label = label;
        this.row = row;
        this.line = line;
    }

    Class<? extends Row> row(Database database) {
        return row;
    }

    /** Returns the entity of the child rows. */
    Class<? extends Line> line(Database database) {
        return line;
    }

    final String table(Database database) {
        return row(database).getAnnotation(Table.class).name();
    }

    /** Returns ids like Hibernate's, in the sequence in which they are issued. Numbers begin at {@code from}. */
    Supplier<Object> ids(Database database, long from) {
        return new AtomicLong(from)::getAndIncrement;
    }

    /** Returns a kind with ids of the same size that ascend if a single thread of a single process inserts. */
    Kind ascending() {
        return switch (this) {
            case COMB, COMB_INNODB, VERSION_7, RANDOM, WRONG_ORDER -> COMB;
            default -> SEQUENCE_1000;
        };
    }

    boolean isSequence() {
        return this == SEQUENCE_50 || this == SEQUENCE_1000;
    }

    @JsonValue
    String label() {
        return label;
    }
}
