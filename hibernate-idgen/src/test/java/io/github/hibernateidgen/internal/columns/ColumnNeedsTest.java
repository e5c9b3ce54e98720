package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidOrder;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.dialect.DB2Dialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What columns hold, with the types as each driver describes them. */
class ColumnNeedsTest {

    private static final Map<String, Dialect> DIALECTS = Map.of(
            "H2", new H2Dialect(),
            "PostgreSQL", new PostgreSQLDialect(),
            "MySQL", new MySQLDialect(),
            "MariaDB", new MariaDBDialect(),
            "Oracle", new OracleDialect(),
            "DB2", new DB2Dialect(),
            "SQL Server", new SQLServerDialect());

    private static final String FITS = "";

    private static StoredColumn column(String type, long size, int digits) {
        return new StoredColumn("id", type, size, digits, true);
    }

    private static String problem(ColumnNeed need, StoredColumn column) {
        Optional<ColumnNeed.Misfit> misfit = need.misfit(column);
        return misfit.map(ColumnNeed.Misfit::problem).orElse(FITS);
    }

    @ParameterizedTest(name = "{0} {1}({2},{3})")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | INTEGER          | 32     | 0    | of 31 bits
                    H2         | BIGINT           | 64     | 0    |
                    H2         | NUMERIC          | 19     | 0    |
                    H2         | NUMERIC          | 10     | 0    | of 33 bits
                    H2         | DOUBLE PRECISION | 53     | 0    | of 53 bits
                    PostgreSQL | int4             | 10     | 0    | of 31 bits
                    PostgreSQL | serial           | 10     | 0    | of 31 bits
                    PostgreSQL | int8             | 19     | 0    |
                    PostgreSQL | bigserial        | 19     | 0    |
                    PostgreSQL | numeric          | 0      | 0    |
                    PostgreSQL | order_key        | 0      | 0    |
                    MySQL      | INT              | 10     | 0    | of 31 bits
                    MySQL      | INT UNSIGNED     | 10     | 0    | of 31 bits
                    MySQL      | BIGINT UNSIGNED  | 20     | 0    |
                    Oracle     | NUMBER           | 0      | -127 |
                    Oracle     | NUMBER           | 38     | 0    |
                    Oracle     | NUMBER           | 10     | 0    | of 33 bits
                    SQL Server | int              | 10     | 0    | of 31 bits
                    SQL Server | bigint           | 19     | 0    |
                    SQL Server | bigint identity  | 19     | 0    | is an IDENTITY
                    SQL Server | int identity     | 10     | 0    | is an IDENTITY
                    """)
    void integers(String database, String type, long size, int digits, String problem) {
        ColumnNeed need = ColumnNeeds.integers(63, "layout [standard]", DIALECTS.get(database));
        assertProblem(need, column(type, size, digits), problem);
    }

    @ParameterizedTest(name = "{0} {1}({2})")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | CHARACTER VARYING      | 13         |
                    H2         | CHARACTER VARYING      | 12         | holds 12 characters, but the values have 13
                    H2         | CHARACTER              | 14         | up to 14
                    H2         | CHARACTER LARGE OBJECT | 2147483647 |
                    PostgreSQL | bpchar                 | 13         |
                    PostgreSQL | bpchar                 | 36         | up to 36
                    PostgreSQL | text                   | 2147483647 |
                    MySQL      | CHAR                   | 36         |
                    MySQL      | CHAR                   | 12         | holds 12
                    Oracle     | VARCHAR2               | 12         | holds 12
                    Oracle     | NVARCHAR2              | 13         |
                    SQL Server | nvarchar               | 5          | holds 5
                    PostgreSQL | int8                   | 19         |
                    """)
    void text(String database, String type, long size, String problem) {
        assertProblem(ColumnNeeds.text(13, DIALECTS.get(database)), column(type, size, 0), problem);
    }

    @ParameterizedTest(name = "{0} {1}: {2}({3})")
    @CsvSource(delimiter = '|', textBlock = """
                    SQL Server | SQL_SERVER | uniqueidentifier   | 36         |
                    SQL Server | BYTES      | uniqueidentifier   | 36         | compares in order SQL_SERVER, but the ids ascend in order BYTES
                    SQL Server | SQL_SERVER | char               | 36         | compares in order BYTES
                    SQL Server | SQL_SERVER | binary             | 16         | compares in order BYTES
                    SQL Server | SQL_SERVER | order_key          | 16         |
                    MariaDB    | MARIADB    | uuid               | 36         |
                    MariaDB    | BYTES      | uuid               | 36         | compares in order MARIADB
                    MySQL      | BYTES      | UUID               | 36         | compares in order MARIADB
                    MariaDB    | MARIADB    | BINARY             | 16         | compares in order BYTES
                    MySQL      | BYTES      | BINARY             | 16         |
                    MySQL      | BYTES      | BINARY             | 20         | up to 20
                    MySQL      | BYTES      | VARBINARY          | 20         |
                    PostgreSQL | BYTES      | uuid               | 2147483647 |
                    PostgreSQL | BYTES      | bytea              | 2147483647 |
                    Oracle     | BYTES      | RAW                | 16         |
                    Oracle     | BYTES      | RAW                | 15         | holds 15 bytes
                    DB2        | BYTES      | CHAR () FOR BIT DATA | 16       |
                    H2         | BYTES      | UUID               | 16         |
                    H2         | BYTES      | BINARY VARYING     | 16         |
                    """)
    void guids(String database, GuidOrder order, String type, long size, String problem) {
        Dialect dialect = DIALECTS.get(database);
        ColumnNeed need = ColumnNeeds.guids(order, GuidColumn.Family.of(dialect), UUID.class, 36, dialect);
        assertProblem(need, column(type, size, 0), problem);
    }

    private static void assertProblem(ColumnNeed need, StoredColumn column, String problem) {
        if (problem == null) {
            assertThat(problem(need, column)).isEqualTo(FITS);
        } else {
            assertThat(problem(need, column)).contains(problem);
        }
    }
}
