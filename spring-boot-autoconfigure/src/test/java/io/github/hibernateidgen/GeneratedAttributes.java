package io.github.hibernateidgen;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.IdText;
import java.util.Optional;

/** Attributes without a session factory. */
public final class GeneratedAttributes {

    private GeneratedAttributes() {}

    public static GeneratedAttribute of(SnowflakeGenerator engine) {
        return new Attribute("Note.id", "id", GeneratedAttribute.Kind.SNOWFLAKE) {
            @Override
            public Optional<SnowflakeLayout> layout() {
                return Optional.of(engine.layout());
            }
        };
    }

    public static GeneratedAttribute of(GuidGenerator engine) {
        return new Attribute("Note.code", "code", GeneratedAttribute.Kind.COMB_GUID) {
            @Override
            public Optional<GuidOrder> order() {
                return Optional.of(engine.order());
            }

            @Override
            public Optional<GuidFormat> format() {
                return Optional.of(engine.format());
            }
        };
    }

    private abstract static class Attribute implements GeneratedAttribute {

        private final String path;
        private final String column;
        private final Kind kind;

        Attribute(String path, String column, Kind kind) {
            this.path = path;
            this.column = column;
            this.kind = kind;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public String column() {
            return column + " of type a type";
        }

        @Override
        public String reason() {
            return "for a test";
        }

        @Override
        public IdText text() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String prefix() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long issued() {
            return 0;
        }
    }
}
