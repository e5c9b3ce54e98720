package io.github.hibernateidgen.benchmarks.database;

/** A kind of id that is compared in a saturated application, with its entity. */
enum Contender {
    SEQUENCE_1("SEQUENCE(1)", true, Entities.Sequence1Row.class),
    SEQUENCE_50("SEQUENCE(50)", true, Entities.Sequence50Row.class),
    SEQUENCE_1000("SEQUENCE(1000)", true, Entities.Sequence1000Row.class),
    TABLE_50("TABLE(50)", true, Entities.Table50Row.class),
    SNOWFLAKE("@SnowflakeId", false, Entities.SnowflakeRow.class),
    COMB("@CombGuid", false, Entities.CombRow.class),
    SEGMENT_1("@SegmentId(size = 1)", true, Entities.Segment1Row.class),
    SEGMENT_50("@SegmentId", true, Entities.Segment50Row.class),
    SEGMENT_1000("@SegmentId(size = 1000)", true, Entities.Segment1000Row.class),
    SEGMENT_TABLE("@SegmentId(table = true)", true, Entities.SegmentTableRow.class),
    SEGMENT_REDIS("@SegmentId, Redis", true, Entities.SegmentRedisRow.class);

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
}
