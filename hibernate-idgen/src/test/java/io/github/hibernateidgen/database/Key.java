package io.github.hibernateidgen.database;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.IdRange;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** The kinds of primary key that the contract of insertion order holds for, each with its entity. */
enum Key {
    /** {@code uuid}, {@code uniqueidentifier}, {@code raw(16)} or {@code binary(16)}: what Hibernate maps a UUID to. */
    UUID_DEFAULT(DefaultRow.class, DefaultRow::new),

    CHAR_36(CharRow.class, CharRow::new) {
        @Override
        Object first(TestDatabase database, Instant instant) {
            return GuidOrder.BYTES.first(instant).toString();
        }

        @Override
        Object last(TestDatabase database, Instant instant) {
            return GuidOrder.BYTES.last(instant).toString();
        }
    },

    /** {@code binary(16)}, {@code bytea} or {@code raw(16)}. */
    BINARY_16(BinaryRow.class, BinaryRow::new) {
        @Override
        Object first(TestDatabase database, Instant instant) {
            return GuidOrder.BYTES.first(instant);
        }

        @Override
        Object last(TestDatabase database, Instant instant) {
            return GuidOrder.BYTES.last(instant);
        }
    },

    BIGINT(NumberRow.class, NumberRow::new) {
        @Override
        Object first(TestDatabase database, Instant instant) {
            return range(instant).first();
        }

        @Override
        Object last(TestDatabase database, Instant instant) {
            return range(instant).last();
        }

        private IdRange range(Instant instant) {
            return SnowflakeLayout.STANDARD.range(instant, instant.plusMillis(1));
        }
    },

    RT_COMB(GuidFormat.RT_COMB, RtCombRow.class, RtCombRow::new),
    RT_COMB_LEGACY(GuidFormat.RT_COMB_LEGACY, RtCombLegacyRow.class, RtCombLegacyRow::new),
    SEQUENTIAL_GUID(GuidFormat.SEQUENTIAL_GUID, SequentialGuidRow.class, SequentialGuidRow::new),
    NHIBERNATE(GuidFormat.NHIBERNATE, NHibernateRow.class, NHibernateRow::new),
    EF_CORE(GuidFormat.EF_CORE, EfCoreRow.class, EfCoreRow::new);

    private final GuidFormat format;
    private final Class<? extends OrderedRow> entity;
    private final Supplier<? extends OrderedRow> constructor;

    Key(Class<? extends OrderedRow> entity, Supplier<? extends OrderedRow> constructor) {
        this(GuidFormat.RFC_9562, entity, constructor);
    }

    Key(GuidFormat format, Class<? extends OrderedRow> entity, Supplier<? extends OrderedRow> constructor) {
        this.format = format;
        this.entity = entity;
        this.constructor = constructor;
    }

    Class<? extends OrderedRow> entity() {
        return entity;
    }

    OrderedRow newRow(int ordinal) {
        OrderedRow row = constructor.get();
        row.ordinal = ordinal;
        return row;
    }

    /** Whether the format is made for the column that Hibernate maps a UUID to. */
    boolean fits(TestDatabase database) {
        return format.fits(order(database));
    }

    /** The lowest key of a millisecond. */
    Object first(TestDatabase database, Instant instant) {
        return format.first(order(database), instant);
    }

    /** The highest key of a millisecond. */
    Object last(TestDatabase database, Instant instant) {
        return format.last(order(database), instant.plusNanos(999_900));
    }

    private static GuidOrder order(TestDatabase database) {
        return switch (database) {
            case SQL_SERVER -> GuidOrder.SQL_SERVER;
            case MARIADB -> GuidOrder.MARIADB;
            default -> GuidOrder.BYTES;
        };
    }

    @Entity
    @Table(name = "idgen_default")
    static class DefaultRow extends OrderedRow {
        @Id
        @CombGuid
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_char")
    static class CharRow extends OrderedRow {
        @Id
        @CombGuid
        @Column(columnDefinition = "char(36)")
        String id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_binary")
    static class BinaryRow extends OrderedRow {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        @Column(length = 16)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_number")
    static class NumberRow extends OrderedRow {
        @Id
        @SnowflakeId
        Long id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_rt_comb")
    static class RtCombRow extends OrderedRow {
        @Id
        @CombGuid(format = GuidFormat.RT_COMB)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_rt_comb_legacy")
    static class RtCombLegacyRow extends OrderedRow {
        @Id
        @CombGuid(format = GuidFormat.RT_COMB_LEGACY)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_sequential_guid")
    static class SequentialGuidRow extends OrderedRow {
        @Id
        @CombGuid(format = GuidFormat.SEQUENTIAL_GUID)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_nhibernate")
    static class NHibernateRow extends OrderedRow {
        @Id
        @CombGuid(format = GuidFormat.NHIBERNATE)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "idgen_ef_core")
    static class EfCoreRow extends OrderedRow {
        @Id
        @CombGuid(format = GuidFormat.EF_CORE)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }
}
