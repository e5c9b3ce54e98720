package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import java.util.List;

/** Attributes without a session factory. */
public final class GeneratedAttributes {

    private GeneratedAttributes() {}

    public static GeneratedAttribute of(SnowflakeGenerator engine) {
        return new GeneratedAttribute(
                new BoundAttribute.Snowflake(facts("Note.id", "id"), engine, null, null, List.of()));
    }

    private static BoundAttribute.Facts facts(String path, String column) {
        return new BoundAttribute.Facts(path, null, column, "for a test", null);
    }

    public static GeneratedAttribute of(GuidGenerator engine) {
        return new GeneratedAttribute(new BoundAttribute.Guid(facts("Note.code", "code"), engine, null));
    }
}
