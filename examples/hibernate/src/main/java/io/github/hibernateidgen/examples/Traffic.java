package io.github.hibernateidgen.examples;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.hibernate.SessionFactory;

/** Counts the statements of a session. Hibernate reports each SQL text that it prepares, and each call of the JDBC driver. */
final class Traffic implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    private Map<String, Integer> statements = new LinkedHashMap<>();
    private int batches;
    private int singles;

    Session open(SessionFactory factory) {
        UnaryOperator<String> inspector = this::prepared;
        return factory.withOptions()
                .statementInspector(inspector)
                .eventListeners(this)
                .openSession();
    }

    /** Returns the statements since the previous call of this method. */
    Sent take() {
        Sent sent = new Sent(statements, batches, singles);
        statements = new LinkedHashMap<>();
        batches = 0;
        singles = 0;
        return sent;
    }

    private String prepared(String sql) {
        statements.merge(sql, 1, Integer::sum);
        return sql;
    }

    @Override
    public void jdbcExecuteBatchEnd() {
        batches++;
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        singles++;
    }

    /**
     * The statements that a session sent to the database.
     *
     * @param statements the prepared SQL texts in their sequence, each with its count
     * @param batches JDBC batches that were executed, each with up to {@code hibernate.jdbc.batch_size} rows
     * @param singles statements that were executed alone
     */
    record Sent(Map<String, Integer> statements, int batches, int singles) {

        /** Returns how many statements were prepared. */
        int prepared() {
            return statements.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Returns how often the session called the JDBC driver and waited for its answer. */
        int roundTrips() {
            return batches + singles;
        }
    }
}
