package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.internal.columns.NeededColumns;
import java.util.List;

/** The columns of a session factory that is starting, for the tests of other packages. */
public final class StartedColumns {

    private StartedColumns() {}

    public static List<NeededColumns.Needed> of(Start start) {
        return start.neededColumns();
    }
}
