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

    private String problem() {
        String name = needed.table().getName() + "." + needed.column().getName();
        return (needed.refers() ? "the column refers to " + needed.origin() + ", and " : "column " + name + " ")
                + misfit.problem();
    }

    /**
     * Makes one error for all columns. Its rule has a line for each column: the problem, and the remedy if no statement mends
     * the column. The remedy of the last line, or the statements, are the remedy of the error.
     *
     * @param misfits one or more columns; the columns that statements change come last
     * @param statements the statements, after a comment that names keys to drop; empty if the keys could not be read
     */
    static IdgenConfigurationException error(List<MisfitColumn> misfits, List<String> statements) {
        MisfitColumn first = misfits.get(0);
        StringBuilder rule = new StringBuilder(first.problem());
        String remedy = first.misfit.remedy();
        for (MisfitColumn other : misfits.subList(1, misfits.size())) {
            rule.append(remedy == null ? "" : "; " + remedy)
                    .append("\n%s [%s]: %s".formatted(other.needed.subject(), other.column.type(), other.problem()));
            remedy = other.misfit.remedy();
        }
        if (remedy == null) {
            remedy = statements.isEmpty()
                    ? "give each column the type that the mapping gives it"
                    : (statements.size() == 1 ? "run: " : "run, in this order:\n") + String.join("\n", statements);
        }
        return new IdgenConfigurationException(first.needed.subject(), first.column.type(), rule.toString(), remedy);
    }
}
