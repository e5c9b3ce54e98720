package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which failures end a start at once, by SQLSTATE and vendor code. */
class PermanentFailuresTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            nullValues = "none",
            value = {
                "PostgreSQL: no such table, 42P01, 0, true",
                "PostgreSQL: wrong password, 28P01, 0, true",
                "PostgreSQL: no such database, 3D000, 0, true",
                "PostgreSQL: too many connections, 53300, 0, false",
                "PostgreSQL: it starts up, 57P03, 0, false",
                "PostgreSQL: lock timeout, 55P03, 0, false",
                "MySQL: no such table, 42S02, 1146, true",
                "MySQL: wrong password, 28000, 1045, true",
                "MySQL: too many connections of a user, 42000, 1203, false",
                "MySQL: a resource of a user is used up, 42000, 1226, false",
                "MySQL: lost connection, 08S01, 0, false",
                "SQL Server: no such table, S0002, 208, true",
                "SQL Server: login failed, S0001, 18456, true",
                "SQL Server: database not open, S0001, 4060, false",
                "SQL Server: out of memory, S0001, 701, false",
                "Oracle: no such table, 42000, 942, true",
                "Oracle: wrong password, 72000, 1017, true",
                "Oracle: shutdown in progress, 72000, 1089, false",
                "H2: no such schema, 90079, 90079, true",
                "H2: not enough rights, 90096, 90096, true",
                "H2: no such database, 90146, 90146, true",
                "H2: database closed, 90098, 90098, false",
                "[SQLITE_ERROR] no such table, none, 1, true",
                "[SQLITE_BUSY] busy, none, 5, false",
                "a driver without states, none, 1, false",
                "a pool without a connection, 08001, 0, false",
                "an empty state, '', 0, false"
            })
    void lasts(String failure, String state, int code, boolean permanent) {
        assertThat(JdbcDatabase.isPermanent(new SQLException(failure, state, code)))
                .isEqualTo(permanent);
    }

    @Test
    void lastsWhereAPoolHasTheReasonInItsChain() {
        SQLException refused = new SQLException("wrong password", "28P01");
        SQLException next = new SQLTransientConnectionException("timed out", "08001");
        next.setNextException(refused);

        assertThat(JdbcDatabase.isPermanent(new SQLTransientConnectionException("timed out", "08001", refused)))
                .isTrue();
        assertThat(JdbcDatabase.isPermanent(next)).isTrue();
    }
}
