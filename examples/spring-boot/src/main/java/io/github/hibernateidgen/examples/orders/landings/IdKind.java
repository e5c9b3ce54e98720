package io.github.hibernateidgen.examples.orders.landings;

/** A kind of id, and the entity with this kind. */
public enum IdKind {
    IDENTITY(
            IdentityOrder.class,
            "IDENTITY",
            "The database numbers each row as it inserts it, so Hibernate sends no batches."),
    SEGMENT(SegmentOrder.class, "@SegmentId", "Numbers of a sequence, fetched before they are needed."),
    SNOWFLAKE(SnowflakeOrder.class, "@SnowflakeId", "The time counts most; a sequence tells ids of a moment apart."),
    SHARDED(
            ShardedOrder.class,
            "@SnowflakeId, sharded",
            "The customer’s shard counts most: 8 ranges, each appended to."),
    COMB_GUID(CombGuidOrder.class, "@CombGuid", "The time counts most, as this column compares."),
    RANDOM(RandomOrder.class, "Random UUID", "Anywhere: in a large table each insert changes another page.");

    private final Class<? extends TrialOrder> entity;
    private final String label;
    private final String note;

    IdKind(Class<? extends TrialOrder> entity, String label, String note) {
        this.entity = entity;
        this.label = label;
        this.note = note;
    }

    /** Returns the name on the page. */
    public String label() {
        return label;
    }

    /** Returns an explanation of the inserts' places in the index. */
    public String note() {
        return note;
    }

    /** Returns the name of the entity for queries. */
    String entity() {
        return entity.getSimpleName();
    }

    TrialOrder order(String customer) {
        return switch (this) {
            case IDENTITY -> new IdentityOrder(customer);
            case SEGMENT -> new SegmentOrder(customer);
            case SNOWFLAKE -> new SnowflakeOrder(customer);
            case SHARDED -> new ShardedOrder(customer);
            case COMB_GUID -> new CombGuidOrder(customer);
            case RANDOM -> new RandomOrder(customer);
        };
    }
}
