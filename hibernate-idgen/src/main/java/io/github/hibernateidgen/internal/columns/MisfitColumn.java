package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column of the database that can't take what is generated for it. Immutable.
 *
 * @param type the type that the mapping gives the column
 */
record MisfitColumn(
        NeededColumns.Needed needed, StoredTable table, StoredColumn column, String type, ColumnNeed.Misfit misfit) {

    /** Whether a statement gives it the type of the mapping. */
    boolean isAltered() {
        return misfit.remedy() == null;
    }

    private String problem() {
        String name = needed.table().getName() + "." + needed.column().getName();
        return (needed.refers() ? "the column refers to " + needed.origin() + ", and " : "column " + name + " ")
                + misfit.problem();
    }

    /**
     * One error for all: first what is wrong with each column, and then, behind a semicolon, what to do.
     *
     * @param misfits one or more columns
     * @param statements the statements that change those that can be changed, with comments for the others
     */
    static IdgenConfigurationException error(List<MisfitColumn> misfits, List<String> statements) {
        MisfitColumn first = misfits.get(0);
        String others = misfits.stream()
                .skip(1)
                .map(other -> "\n" + other.needed.subject() + " [" + other.column.type() + "]: " + other.problem())
                .collect(Collectors.joining());
        return new IdgenConfigurationException(
                first.needed.subject(),
                first.column.type(),
                first.problem() + others + "; " + remedy(misfits, statements));
    }

    private static String remedy(List<MisfitColumn> misfits, List<String> statements) {
        if (misfits.stream().noneMatch(MisfitColumn::isAltered)) {
            boolean isOne = misfits.stream()
                            .map(other -> other.misfit.remedy())
                            .distinct()
                            .count()
                    == 1;
            return isOne
                    ? String.valueOf(misfits.get(0).misfit.remedy())
                    : "do this:\n" + String.join("\n", statements).replace("-- ", "");
        }
        if (statements.isEmpty()) { // The keys of the tables could not be read.
            return "give each column the type that the mapping gives it";
        }
        return (statements.size() == 1 ? "run: " : "run, in this order:\n") + String.join("\n", statements);
    }
}
