package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.segment.Segment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.QualifiedSequenceName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads at startup how far a sequence, or a table of numbers, is ahead of the ids in use, and where it ends. One query
 * serves one attribute. With tenants no sequence is read, because each tenant has its own sequence.
 *
 * @param segments the sequence or table, and the numbers that its values represent
 * @param highest reads the ids in use; null for ids as text, which do not sort as numbers do
 */
record SequenceCheck(StructureSegments segments, @Nullable HighestId highest) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    /**
     * The state of a sequence or table at startup. Only the rows count unless there is a single row.
     *
     * @param rows the values of the table's rows, at most {@link NumberTable#MOST_ROWS}; one value for a sequence
     * @param next the first number of the next segment
     * @param inUse the highest id; null without rows
     * @param last the last number that the sequence makes, and that the column in the database holds
     * @param isSequence whether the sequence ends first, and not the column
     */
    record State(List<Long> rows, long next, @Nullable Long inUse, long last, boolean isSequence) {}

    /**
     * Compares an attribute with its sequence or table. There is no comparison if there are tenants, if no query for this
     * database is known, if the table is partitioned, if a right is missing, or if the answer takes too long.
     */
    void check(Start start, SegmentAttribute bound) {
        read(start, bound.path()).ifPresent(state -> {
            if (state.rows().size() == 1) {
                bound.compare(state, StructureValue.describe(segments.structure()));
            } else {
                bound.requireRow(
                        state.rows(), segments.table(), start.database().names());
            }
        });
    }

    /** Reads the state in a separate transaction. */
    private Optional<State> read(Start start, String path) {
        HibernateDatabase database = start.database();
        SqlStringGenerationContext names = database.names();
        String query = start.hasTenants() ? null : query(names, database);
        if (query == null) {
            LOG.debugf("%s is not compared with its sequence: there are tenants, or no query is known", path);
            return Optional.empty();
        }
        Consumer<Object> failed = reason -> LOG.debugf("%s is not compared with its sequence: %s", path, reason);
        if (segments.structure().isPhysicalSequence()) {
            return database.firstRow(query, this::state, failed);
        }
        // Several rows are found even if the highest id can't be read.
        return database.rows(query, this::ofTable, failed)
                .or(() -> database.rows(query(names, "null"), this::ofTable, failed));
    }

    private String query(SqlStringGenerationContext names, String inUse) {
        return segments.table().query(names, ", null, " + inUse);
    }

    private State ofTable(ResultSet rows) throws SQLException {
        State first = rows.next() ? state(rows) : new State(List.of(), 0, null, Long.MAX_VALUE, false);
        List<Long> values = new ArrayList<>(first.rows());
        NumberTable.readInto(values, rows);
        return new State(values, first.next(), first.inUse(), first.last(), false);
    }

    private State state(ResultSet row) throws SQLException {
        long value = row.getLong(1);
        Segment next = segments.segment(value);
        long end = row.getLong(2);
        // The default maximum of MariaDB is one lower than the highest long.
        long sequence = row.wasNull() || end == Long.MAX_VALUE - 1 ? Long.MAX_VALUE : end;
        long id = row.getLong(3);
        Long inUse = row.wasNull() ? null : id;
        boolean isInt = row.getMetaData().getColumnType(3) == Types.INTEGER
                && row.getMetaData().isSigned(3);
        long column = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
        return new State(List.of(value), next.first(), inUse, Math.min(sequence, column), sequence < column);
    }

    /** Returns a query for the next value, the last value and the highest id in use; null if none is known. */
    private @Nullable String query(SqlStringGenerationContext names, HibernateDatabase database) {
        DatabaseStructure structure = segments.structure();
        String inUse = highest == null ? "null" : "(" + highest.expression() + ")";
        if (!structure.isPhysicalSequence()) {
            return query(names, inUse);
        }
        if (highest == null) {
            return null;
        }
        QualifiedName name = structure.getPhysicalName();
        Dialect dialect = names.getDialect();
        String sequence = names.format(
                new QualifiedSequenceName(name.getCatalogName(), name.getSchemaName(), name.getObjectName()));
        if (dialect instanceof PostgreSQLDialect) {
            return "select case when q.is_called then q.last_value + s.seqincrement else q.last_value end, s.seqmax, "
                    + inUse + " from " + sequence + " q, pg_catalog.pg_sequence s where s.seqrelid = to_regclass('"
                    + sequence.replace("'", "''") + "') and " + highest.unpartitioned();
        }
        if (dialect instanceof MariaDBDialect) {
            return "select next_not_cached_value, maximum_value, " + inUse + " from " + sequence;
        }
        String state = dialect instanceof H2Dialect
                ? "base_value, maximum_value, "
                // HSQLDB makes sequences of integers by default, so a warning about their end would be common.
                : dialect instanceof HSQLDialect ? "cast(next_value as bigint), cast(null as bigint), " : null;
        if (state == null) {
            return null;
        }
        IdentifierHelper helper = database.spelling();
        Identifier schema = names.schemaWithDefault(name.getSchemaName());
        return "select " + state + inUse + " from information_schema.sequences where sequence_name = "
                + literal(helper.toMetaDataObjectName(name.getObjectName())) + " and sequence_schema = "
                + (schema == null ? "current_schema" : literal(helper.toMetaDataSchemaName(schema)));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
