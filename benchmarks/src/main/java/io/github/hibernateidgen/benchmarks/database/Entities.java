package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidFormat;
import io.hypersistence.tsid.TSID;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.EnumSet;
import java.util.UUID;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.UuidGenerator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.type.SqlTypes;

/** Entities that differ only in their ids: a parent and its child for each {@link Kind}, and one for each {@link Contender}. */
final class Entities {

    private Entities() {}

    @Entity(name = "Sequence50")
    @Table(name = "sequence_50")
    static class Sequence50Row extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sequence_50")
        @SequenceGenerator(name = "sequence_50", sequenceName = "sequence_50_seq", allocationSize = 50)
        Long id;
    }

    @Entity(name = "Sequence50Line")
    @Table(name = "sequence_50_line", indexes = @Index(name = "sequence_50_line_parent", columnList = "parent_id"))
    static class Sequence50Line extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        Sequence50Row parent;

        @Override
        void belongTo(Object row) {
            parent = (Sequence50Row) row;
        }
    }

    @Entity(name = "Sequence1000")
    @Table(name = "sequence_1000")
    static class Sequence1000Row extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sequence_1000")
        @SequenceGenerator(name = "sequence_1000", sequenceName = "sequence_1000_seq", allocationSize = 1000)
        Long id;
    }

    @Entity(name = "Sequence1000Line")
    @Table(name = "sequence_1000_line", indexes = @Index(name = "sequence_1000_line_parent", columnList = "parent_id"))
    static class Sequence1000Line extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        Sequence1000Row parent;

        @Override
        void belongTo(Object row) {
            parent = (Sequence1000Row) row;
        }
    }

    @Entity(name = "Identity")
    @Table(name = "identity_")
    static class IdentityRow extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
    }

    @Entity(name = "IdentityLine")
    @Table(name = "identity__line", indexes = @Index(name = "identity__line_parent", columnList = "parent_id"))
    static class IdentityLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        IdentityRow parent;

        @Override
        void belongTo(Object row) {
            parent = (IdentityRow) row;
        }
    }

    @Entity(name = "Snowflake")
    @Table(name = "snowflake")
    static class SnowflakeRow extends Row {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SnowflakeInnoDb")
    @Table(name = "snowflake_innodb")
    static class SnowflakeInnoDbRow extends Row {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;
    }

    @Entity(name = "SnowflakeInnoDbLine")
    @Table(
            name = "snowflake_innodb_line",
            indexes = @Index(name = "snowflake_innodb_line_parent", columnList = "parent_id"))
    static class SnowflakeInnoDbLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        SnowflakeInnoDbRow parent;

        @Override
        void belongTo(Object row) {
            parent = (SnowflakeInnoDbRow) row;
        }
    }

    @Entity(name = "SnowflakeLine")
    @Table(name = "snowflake_line", indexes = @Index(name = "snowflake_line_parent", columnList = "parent_id"))
    static class SnowflakeLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        SnowflakeRow parent;

        @Override
        void belongTo(Object row) {
            parent = (SnowflakeRow) row;
        }
    }

    @Entity(name = "Comb")
    @Table(name = "comb")
    static class CombRow extends Row {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "CombInnoDb")
    @Table(name = "comb_innodb")
    static class CombInnoDbRow extends Row {
        @Id
        @CombGuid(format = GuidFormat.INNODB)
        UUID id;
    }

    @Entity(name = "CombInnoDbLine")
    @Table(name = "comb_innodb_line", indexes = @Index(name = "comb_innodb_line_parent", columnList = "parent_id"))
    static class CombInnoDbLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        CombInnoDbRow parent;

        @Override
        void belongTo(Object row) {
            parent = (CombInnoDbRow) row;
        }
    }

    @Entity(name = "CombLine")
    @Table(name = "comb_line", indexes = @Index(name = "comb_line_parent", columnList = "parent_id"))
    static class CombLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        CombRow parent;

        @Override
        void belongTo(Object row) {
            parent = (CombRow) row;
        }
    }

    @Entity(name = "Random")
    @Table(name = "random_")
    static class RandomRow extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        UUID id;
    }

    @Entity(name = "RandomLine")
    @Table(name = "random__line", indexes = @Index(name = "random__line_parent", columnList = "parent_id"))
    static class RandomLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        RandomRow parent;

        @Override
        void belongTo(Object row) {
            parent = (RandomRow) row;
        }
    }

    /**
     * The ids of hypersistence's {@code @Tsid}, with a factory for each session factory. The annotation has a single factory
     * for the JVM.
     */
    @IdGeneratorType(TsidGenerator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tsid {}

    static class TsidGenerator implements BeforeExecutionGenerator {

        private static final long serialVersionUID = 1L;

        private final transient TSID.Factory factory = TSID.Factory.newInstance1024();

        @Override
        public Object generate(
                SharedSessionContractImplementor session, Object owner, Object current, EventType eventType) {
            return factory.generate().toLong();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }
    }

    @Entity(name = "Tsid")
    @Table(name = "tsid")
    static class TsidRow extends Row {
        @Id
        @Tsid
        Long id;
    }

    @Entity(name = "TsidLine")
    @Table(name = "tsid_line", indexes = @Index(name = "tsid_line_parent", columnList = "parent_id"))
    static class TsidLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        TsidRow parent;

        @Override
        void belongTo(Object row) {
            parent = (TsidRow) row;
        }
    }

    @Entity(name = "Version7")
    @Table(name = "version_7")
    static class Version7Row extends Row {
        @Id
        @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
        UUID id;
    }

    @Entity(name = "Version7Line")
    @Table(name = "version_7_line", indexes = @Index(name = "version_7_line_parent", columnList = "parent_id"))
    static class Version7Line extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        Version7Row parent;

        @Override
        void belongTo(Object row) {
            parent = (Version7Row) row;
        }
    }

    @Entity(name = "WrongOrder")
    @Table(name = "wrong_order")
    static class WrongOrderRow extends Row {
        @Id
        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        UUID id;
    }

    @Entity(name = "WrongOrderLine")
    @Table(name = "wrong_order_line", indexes = @Index(name = "wrong_order_line_parent", columnList = "parent_id"))
    static class WrongOrderLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        WrongOrderRow parent;

        @Override
        void belongTo(Object row) {
            parent = (WrongOrderRow) row;
        }
    }

    @Entity(name = "WrongOrderBinary")
    @Table(name = "wrong_order_binary")
    static class WrongOrderBinaryRow extends Row {
        @Id
        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        @JdbcTypeCode(SqlTypes.BINARY)
        @Column(length = 16)
        UUID id;
    }

    @Entity(name = "WrongOrderBinaryLine")
    @Table(
            name = "wrong_order_binary_line",
            indexes = @Index(name = "wrong_order_binary_line_parent", columnList = "parent_id"))
    static class WrongOrderBinaryLine extends Line {
        @ManyToOne(optional = false)
        @JoinColumn(name = "parent_id")
        WrongOrderBinaryRow parent;

        @Override
        void belongTo(Object row) {
            parent = (WrongOrderBinaryRow) row;
        }
    }

    @Entity(name = "Sequence1")
    @Table(name = "sequence_1")
    static class Sequence1Row extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sequence_1")
        @SequenceGenerator(name = "sequence_1", sequenceName = "sequence_1_seq", allocationSize = 1)
        Long id;
    }

    @Entity(name = "Table50")
    @Table(name = "table_50")
    static class Table50Row extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "table_50")
        @TableGenerator(name = "table_50", table = "table_50_numbers", allocationSize = 50)
        Long id;
    }

    @Entity(name = "Segment1")
    @Table(name = "segment_1")
    static class Segment1Row extends Row {
        @Id
        @SegmentId(size = 1)
        Long id;
    }

    @Entity(name = "Segment50")
    @Table(name = "segment_50")
    static class Segment50Row extends Row {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "Segment1000")
    @Table(name = "segment_1000")
    static class Segment1000Row extends Row {
        @Id
        @SegmentId(size = 1000)
        Long id;
    }

    @Entity(name = "SegmentTable")
    @Table(name = "segment_table")
    static class SegmentTableRow extends Row {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    @Entity(name = "SegmentRedis")
    @Table(name = "segment_redis")
    static class SegmentRedisRow extends Row {
        @Id
        @SegmentId(source = SegmentId.Source.STORE)
        Long id;
    }
}
