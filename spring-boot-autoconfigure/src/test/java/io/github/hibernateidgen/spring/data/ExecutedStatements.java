package io.github.hibernateidgen.spring.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;

/** What H2 itself has executed, whoever sent it. */
public final class ExecutedStatements {

    /** A statement and how often it was executed. */
    private record Executed(String sql, int times) {

        boolean has(String text) {
            return sql.toLowerCase(Locale.ROOT).replace("\"", "").contains(text);
        }
    }

    /** Renewals of the worker number; what drivers send around statements, and pools on new connections; and the reading of these statistics. */
    private static final Pattern EXPECTED = Pattern.compile(
            "idgen_worker|^set |^commit$|^call (?:h2version|readonly)|query_statistics", Pattern.CASE_INSENSITIVE);

    private final JdbcTemplate jdbc;

    private ExecutedStatements(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Counts from now on. */
    public static ExecutedStatements since(JdbcTemplate jdbc) {
        jdbc.execute("set query_statistics false");
        jdbc.execute("set query_statistics true");
        return new ExecutedStatements(jdbc);
    }

    /** Asserts that so many rows were inserted, and that no other statement was sent for them. */
    public void assertInserts(String table, int rows) {
        List<Executed> all = jdbc.query(
                "select sql_statement, execution_count from information_schema.query_statistics",
                (row, number) -> new Executed(row.getString(1), row.getInt(2)));
        assertThat(all.stream()
                        .filter(one -> one.has("insert into " + table))
                        .mapToInt(Executed::times)
                        .sum())
                .isEqualTo(rows);
        assertThat(all.stream().filter(one -> one.has("idgen_worker")).mapToInt(Executed::times))
                .allMatch(times -> times < 10);
        assertThat(all)
                .filteredOn(one -> !one.has("insert into " + table)
                        && !EXPECTED.matcher(one.sql()).find())
                .isEmpty();
    }
}
