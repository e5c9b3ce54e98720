package io.github.hibernateidgen.internal.segment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.QualifiedTableName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.hibernate.id.enhanced.SequenceStyleGenerator;

/**
 * A table of numbers as SQL and messages have it. Its only row has the next value. Hibernate reads the first row that the
 * database returns, so with several rows it gets values that it has had before.
 *
 * <p>Thread-safe once Hibernate has made the structure.
 *
 * @param structure the table
 * @param size how many numbers a value represents
 */
record NumberTable(DatabaseStructure structure, int size) {

    /** How many rows are read at most. Messages show all of them but the last. */
    static final int MOST_ROWS = 6;

    /** The problem of a table with several rows, behind the rows. */
    static final String SEVERAL_ROWS = "each process reads any one of several rows, which makes duplicates";

    private static final String COLUMN = SequenceStyleGenerator.DEF_VALUE_COLUMN;

    private String name(SqlStringGenerationContext names) {
        QualifiedName name = structure.getPhysicalName();
        return names.format(new QualifiedTableName(name.getCatalogName(), name.getSchemaName(), name.getObjectName()));
    }

    /**
     * Returns a query for the rows.
     *
     * @param further further columns of the query, such as {@code ", null"}
     */
    String query(SqlStringGenerationContext names, String further) {
        return "select " + COLUMN + further + " from " + name(names);
    }

    /** Adds the values of the following rows to a list, as far as messages need them. */
    static void readInto(List<Long> values, ResultSet rows) throws SQLException {
        while (values.size() < MOST_ROWS && rows.next()) {
            values.add(rows.getLong(1));
        }
    }

    /** Returns the values of several rows for messages. */
    static String shown(List<Long> values) {
        List<String> texts = new ArrayList<>();
        values.stream()
                .limit(MOST_ROWS)
                .forEach(value -> texts.add(texts.size() == MOST_ROWS - 1 ? "..." : value.toString()));
        return String.join(", ", texts);
    }

    /**
     * Returns the statements that leave one row, as the remedy of {@link #SEVERAL_ROWS}. Several rows may have the greatest value, so
     * the row that stays is a new row. The delete has a query within a query, because MySQL needs this.
     */
    String oneRow(SqlStringGenerationContext names) {
        String name = name(names);
        return "stop all processes, and replace the rows by one row above them with\ninsert into " + name + " ("
                + COLUMN + ") select max(" + COLUMN
                + ") + " + size + " from " + name + ";\ndelete from " + name + " where " + COLUMN
                + " < (select m from (select max(" + COLUMN + ") m from " + name + ") x);";
    }

    /** Returns that the table has no row, and the statement that inserts one row. */
    String noRow(SqlStringGenerationContext names) {
        int initial = structure.getInitialValue();
        return "has no row; insert the value [" + initial
                + "], or, if there are ids, a value that exceeds the highest by [" + size
                + "] or more, with\ninsert into "
                + name(names) + " (" + COLUMN + ") values (" + initial + ");";
    }
}
