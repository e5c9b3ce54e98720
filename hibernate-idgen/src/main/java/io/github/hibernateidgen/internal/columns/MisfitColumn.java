package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of the database that can't take what is generated for it. Immutable.
 *
 * @param isSure whether the table is where the mapping says, rather than the only one of its name elsewhere
 */
record MisfitColumn(
        NeededColumns.Needed needed,
        StoredTable table,
        StoredColumn column,
        String type,
        ColumnNeed.Misfit misfit,
        boolean isView,
        boolean isSure) {

    /** Whether every insert would fail. */
    boolean isNever() {
        return misfit.isNever() && isSure;
    }

    /** Whether a statement gives it the type of the mapping. */
    boolean isAltered() {
        return misfit.remedy() == null && !isView;
    }

    /** What to do where no statement does it. */
    private @Nullable String remedy() {
        return misfit.remedy() != null
                ? misfit.remedy()
                : isView
                        ? needed.table().getName() + " is a view, so give the column of the table below it the type "
                                + type
                        : null;
    }

    /** What to do, as a comment among statements; null where one of these does it. */
    @Nullable
    String comment() {
        String remedy = remedy();
        return remedy == null ? null : "-- " + needed.subject() + ": " + remedy;
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
        StringBuilder text = new StringBuilder(misfits.get(0).problem());
        misfits.stream()
                .skip(1)
                .forEach(other -> text.append('\n')
                        .append(other.needed.subject())
                        .append(" [")
                        .append(other.column)
                        .append("]: ")
                        .append(other.problem()));
        text.append("; ").append(remedy(misfits, statements));
        return new IdgenConfigurationException(misfits.get(0).needed.subject(), misfits.get(0).column, text.toString());
    }

    private static String remedy(List<MisfitColumn> misfits, List<String> statements) {
        List<String> remedies = misfits.stream()
                .map(misfit -> String.valueOf(misfit.remedy()))
                .distinct()
                .toList();
        if (misfits.stream().noneMatch(MisfitColumn::isAltered)) {
            return remedies.size() == 1
                    ? remedies.get(0)
                    : "do this:\n" + String.join("\n", statements).replace("-- ", "");
        }
        if (statements.isEmpty()) { // The keys of the tables could not be read.
            return "give each column the type that the mapping gives it";
        }
        return statements.size() == 1
                ? "run: " + statements.get(0)
                : "run, in this order:\n" + String.join("\n", statements);
    }
}
