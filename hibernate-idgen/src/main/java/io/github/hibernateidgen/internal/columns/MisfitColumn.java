package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.List;

/**
 * A column of the database that does not fit the values generated for it. Immutable.
 *
 * @param type the type that the mapping gives the column
 */
record MisfitColumn(
        NeededColumns.Needed needed, StoredTable table, StoredColumn column, String type, ColumnNeed.Misfit misfit) {

    /** Returns whether a statement can mend the column, by giving it the type of the mapping. */
    boolean isAltered() {
        return misfit.remedy() == null;
    }

    /** Returns the problem, followed by the remedy if no statement mends the column. */
    private String problem() {
        String name = needed.table().getName() + "." + needed.column().getName();
        return (needed.refers() ? "the column refers to " + needed.origin() + ", and " : "column " + name + " ")
                + misfit.problem()
                + (isAltered() ? "" : "; " + misfit.remedy());
    }

    /**
     * Makes one error for all columns: the problem of each column, a semicolon, and the statements.
     *
     * @param misfits one or more columns; the columns that statements change come last
     * @param statements the statements, after a comment that names keys to drop; empty if the keys could not be read
     */
    static IdgenConfigurationException error(List<MisfitColumn> misfits, List<String> statements) {
        MisfitColumn first = misfits.get(0);
        StringBuilder text = new StringBuilder(first.problem());
        for (MisfitColumn other : misfits.subList(1, misfits.size())) {
            text.append("\n%s [%s]: %s".formatted(other.needed.subject(), other.column.type(), other.problem()));
        }
        if (misfits.get(misfits.size() - 1).isAltered()) {
            text.append(
                    statements.isEmpty()
                            ? "; give each column the type that the mapping gives it"
                            : statements.size() == 1 ? "; run: " : "; run, in this order:\n");
            text.append(String.join("\n", statements));
        }
        return new IdgenConfigurationException(first.needed.subject(), first.column.type(), text.toString());
    }
}
