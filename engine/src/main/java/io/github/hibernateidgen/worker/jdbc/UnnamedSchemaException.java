package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.internal.text.Explained;
import java.sql.SQLException;

/** Thrown if a table without a schema in its name can't be found for certain. */
final class UnnamedSchemaException extends SQLException implements Explained {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    UnnamedSchemaException(String rule, String remedy, String state) {
        super(Explained.message(rule, remedy), state);
        this.rule = rule;
        this.remedy = remedy;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
