package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;

/** Attributes without a session factory. */
public final class GeneratedAttributes {

    private GeneratedAttributes() {}

    public static GeneratedAttribute of(SnowflakeGenerator engine) {
        return new GeneratedAttribute(BoundAttribute.of("Note.id", "id", "for a test", engine, null, null));
    }

    public static GeneratedAttribute of(GuidGenerator engine) {
        return new GeneratedAttribute(BoundAttribute.of("Note.code", "code", "for a test", engine, null));
    }
}
