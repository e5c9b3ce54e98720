package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.runtime.Start;
import java.util.List;
import java.util.Optional;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jboss.logging.Logger;

/**
 * Warns at startup if no unique key spans the ids of an entity whose numbers come from a sequence of PostgreSQL. PostgreSQL
 * forgets a value of a sequence if it crashes before a commit has forced the value to its log. A running process then issues
 * numbers that other processes get again, and only a unique key rejects the second row.
 *
 * @param structure the sequence or table
 * @param ids the tables of the ids
 */
record KeyCheck(DatabaseStructure structure, HighestId ids) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    /** Sends a query if the ids are in a single table, unless the application has tenants. */
    void check(Start start) {
        if (!structure.isPhysicalSequence() || !(start.database().dialect() instanceof PostgreSQLDialect)) {
            return;
        }
        List<String> tables = ids.tables();
        Optional<String> unkeyed = Optional.of(String.join(", ", tables));
        if (tables.size() == 1) {
            unkeyed = start.hasTenants()
                    ? Optional.empty()
                    : start.database()
                            .firstRow(
                                    ids.keyless(),
                                    row -> row.getString(1),
                                    reason -> LOG.debugf(
                                            "%s: the keys of its table are not known: %s", ids.path(), reason));
        }
        unkeyed.ifPresent(unkeyedTables -> LOG.warnf(
                "%s has its numbers from %s, and no unique key keeps two rows of [%s] from having one number, which can"
                        + " happen after PostgreSQL crashes or a standby is promoted; take the numbers from a table, with"
                        + " table = true and optimizer = POOLED_LO",
                ids.path(), StructureValue.describe(structure), unkeyedTables));
    }
}
