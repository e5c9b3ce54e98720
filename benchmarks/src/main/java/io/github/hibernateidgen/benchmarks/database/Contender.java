package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;

/** A kind of id that is compared in a saturated application, with its entity. */
enum Contender {
    SEQUENCE_1("SEQUENCE(1)", true, Sequence1Row.class),
    SEQUENCE_50("SEQUENCE(50)", true, Entities.Sequence50Row.class),
    SEQUENCE_1000("SEQUENCE(1000)", true, Entities.Sequence1000Row.class),
    TABLE_50("TABLE(50)", true, Table50Row.class),
    SNOWFLAKE("@SnowflakeId", false, Entities.SnowflakeRow.class),
    COMB("@CombGuid", false, Entities.CombRow.class),
    SEGMENT_1("@SegmentId(size = 1)", true, Segment1Row.class),
    SEGMENT_50("@SegmentId", true, Segment50Row.class),
    SEGMENT_1000("@SegmentId(size = 1000)", true, Segment1000Row.class),
    SEGMENT_TABLE("@SegmentId(table = true)", true, SegmentTableRow.class),
    SEGMENT_REDIS("@SegmentId, Redis", true, SegmentRedisRow.class);

    private final String label;
    private final boolean numbered;
    private final Class<? extends Row> row;

    Contender(String label, boolean numbered, Class<? extends Row> row) {
        this.label = label;
        this.numbered = numbered;
        this.row = row;
    }

    String label() {
        return label;
    }

    /** Returns whether the ids are numbers of a counter, of which some may be dropped. */
    boolean isNumbered() {
        return numbered;
    }

    Class<? extends Row> row() {
        return row;
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
