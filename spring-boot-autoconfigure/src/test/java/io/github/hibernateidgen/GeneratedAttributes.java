package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.internal.database.TableColumn;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Attributes without a session factory. */
public final class GeneratedAttributes {

    private GeneratedAttributes() {}

    public static GeneratedAttribute of(SnowflakeGenerator engine) {
        return of("Note.id", "id", engine);
    }

    public static GeneratedAttribute of(GuidGenerator engine) {
        return of("Note.code", "code", engine);
    }

    private static GeneratedAttribute of(String path, String column, Object engine) {
        return new GeneratedAttribute(new BoundAttribute(
                path,
                new BoundAttribute.Place(
                        new TableColumn(new TableName("", "", "Note"), column), "a type", List.of(), false),
                "values",
                "for a test",
                null,
                engine,
                null,
                null,
                false,
                null,
                null,
                new LongAdder()));
    }
}
