package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What columns of numbers and text hold, with the types as each driver describes them. */
class ColumnNeedTest {

    private static final Map<String, Dialect> DIALECTS = Map.of(
            "H2", new H2Dialect(),
            "PostgreSQL", new PostgreSQLDialect(),
            "MySQL", new MySQLDialect(),
            "Oracle", new OracleDialect(),
            "SQL Server", new SQLServerDialect());

    private static final String FITS = "";

    private static ColumnType column(String type, long size, int digits) {
        return ColumnType.of(type, size, digits);
    }

    private static ColumnType mapped(String type) {
        return column(type, 0, 0);
    }

    private static Optional<ColumnNeed.Misfit> misfit(ColumnNeed need, ColumnType stored, ColumnType mapped) {
        return need.misfit(stored, mapped, false);
    }

    private static String problem(Optional<ColumnNeed.Misfit> misfit) {
        return misfit.map(ColumnNeed.Misfit::problem).orElse(FITS);
    }

    @ParameterizedTest(name = "{0} {1}({2},{3})")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | INTEGER          | 32     | 0    | up to 31 bits
                    H2         | BIGINT           | 64     | 0    |
                    H2         | NUMERIC          | 19     | 0    |
                    H2         | NUMERIC          | 10     | 0    | up to 33 bits
                    H2         | DOUBLE PRECISION | 53     | 0    | up to 53 bits
                    PostgreSQL | int4             | 10     | 0    | up to 31 bits
                    PostgreSQL | serial           | 10     | 0    | up to 31 bits
                    PostgreSQL | int8             | 19     | 0    |
                    PostgreSQL | bigserial        | 19     | 0    |
                    PostgreSQL | numeric          | 0      | 0    |
                    PostgreSQL | order_key        | 0      | 0    |
                    MySQL      | INT              | 10     | 0    | up to 31 bits
                    MySQL      | INT UNSIGNED     | 10     | 0    | up to 31 bits
                    MySQL      | BIGINT UNSIGNED  | 20     | 0    |
                    Oracle     | NUMBER           | 0      | -127 |
                    Oracle     | NUMBER           | 38     | 0    |
                    Oracle     | NUMBER           | 10     | 0    | up to 33 bits
                    SQL Server | int              | 10     | 0    | up to 31 bits
                    SQL Server | bigint           | 19     | 0    |
                    SQL Server | bigint identity  | 19     | 0    | is an IDENTITY
                    SQL Server | int identity     | 10     | 0    | is an IDENTITY
                    SQL Server | uniqueidentifier | 36     | 0    | does not suit ids that are integers
                    H2         | UUID             | 16     | 0    | does not suit ids that are integers
                    H2         | CHARACTER VARYING | 5     | 0    | does not suit ids that are integers
                    H2         | CHARACTER VARYING | 17    | 0    | does not suit ids that are integers
                    H2         | CHARACTER VARYING | 18    | 0    |
                    PostgreSQL | varchar          | 255    | 0    | does not suit ids that are integers
                    PostgreSQL | timestamptz      | 35     | 6    | does not suit ids that are integers
                    PostgreSQL | bytea            | 0      | 0    | does not suit ids that are integers
                    """)
    void integers(String database, String type, long size, int digits, String problem) {
        ColumnNeed need = ColumnNeed.integers(63, 59, "layout [standard]", SqlKind.NUMBER, DIALECTS.get(database));
        assertProblem(misfit(need, column(type, size, digits), mapped("bigint")), problem);
    }

    @ParameterizedTest(name = "{0} {1}({2})")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | CHARACTER VARYING      | 13         |
                    H2         | CHARACTER VARYING      | 12         | holds 12 characters, but the values have 13
                    H2         | CHARACTER              | 14         | values to 14,
                    H2         | CHARACTER LARGE OBJECT | 2147483647 |
                    PostgreSQL | bpchar                 | 13         |
                    PostgreSQL | bpchar                 | 36         | values to 36,
                    PostgreSQL | text                   | 2147483647 |
                    MySQL      | CHAR                   | 36         |
                    MySQL      | CHAR                   | 12         | holds 12
                    Oracle     | VARCHAR2               | 12         | holds 12
                    Oracle     | NVARCHAR2              | 13         |
                    SQL Server | nvarchar               | 5          | holds 5
                    PostgreSQL | int8                   | 19         | does not suit ids that are text
                    H2         | INTEGER                | 32         | does not suit ids that are text
                    H2         | UUID                   | 16         | does not suit ids that are text
                    MySQL      | DATETIME               | 19         | does not suit ids that are text
                    SQL Server | uniqueidentifier       | 36         | does not suit ids that are text
                    PostgreSQL | order_key              | 0          |
                    """)
    void text(String database, String type, long size, String problem) {
        ColumnNeed need = ColumnNeed.text(13, false, SqlKind.TEXT, DIALECTS.get(database));
        assertProblem(misfit(need, column(type, size, 0), mapped("varchar(255)")), problem);
    }

    /** What values are is one thing, and what can be done about it another. */
    @ParameterizedTest(name = "{0} {1}({2},{3}) mapped as {4}")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | INTEGER           | 32 | 0 | bigint        | true  | alter
                    H2         | NUMERIC           | 15 | 0 | numeric(38,0) | true  | alter
                    H2         | NUMERIC           | 18 | 0 | bigint        | false | alter
                    H2         | NUMERIC           | 10 | 2 | bigint        | true  | new column
                    H2         | DOUBLE PRECISION  | 53 | 0 | bigint        | true  | new column
                    H2         | BOOLEAN           | 1  | 0 | bigint        | true  | new column
                    H2         | UUID              | 16 | 0 | bigint        | true  | new column
                    SQL Server | bigint identity   | 19 | 0 | bigint        | true  | without IDENTITY
                    """)
    void numbersAreWidenedWhereTheyAreWhole(
            String database, String type, long size, int digits, String mapped, boolean isNever, String remedy) {
        ColumnNeed need = ColumnNeed.integers(63, 59, "layout [standard]", SqlKind.NUMBER, DIALECTS.get(database));
        assertRemedy(misfit(need, column(type, size, digits), mapped(mapped)), isNever, remedy);
    }

    @ParameterizedTest(name = "{0} {1}({2}) mapped as {3}")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | CHARACTER VARYING | 12 | varchar(255) | true  | alter
                    H2         | CHARACTER VARYING | 12 | char(13)     | true  | new column
                    H2         | CHARACTER         | 12 | varchar(255) | true  | new column
                    H2         | CHARACTER         | 20 | varchar(255) | true  | new column
                    H2         | CHARACTER         | 20 | char(20)     | true  | new column
                    MySQL      | CHAR              | 12 | char(13)     | true  | alter
                    H2         | BIGINT            | 64 | varchar(255) | true  | new column
                    """)
    void textIsWidenedWhereNothingIsFilledUp(
            String database, String type, long size, String mapped, boolean isNever, String remedy) {
        ColumnNeed need = ColumnNeed.text(13, false, SqlKind.TEXT, DIALECTS.get(database));
        assertRemedy(misfit(need, column(type, size, 0), mapped(mapped)), isNever, remedy);
    }

    private static void assertRemedy(Optional<ColumnNeed.Misfit> found, boolean isNever, String remedy) {
        ColumnNeed.Misfit misfit = found.orElseThrow();
        assertThat(misfit.isNever()).as(misfit.problem()).isEqualTo(isNever);
        if (remedy.equals("alter")) {
            assertThat(misfit.remedy()).isNull();
        } else {
            assertThat(misfit.remedy()).contains(remedy);
        }
    }

    private static void assertProblem(Optional<ColumnNeed.Misfit> misfit, String problem) {
        if (problem == null) {
            assertThat(problem(misfit)).isEqualTo(FITS);
        } else {
            assertThat(problem(misfit)).contains(problem);
        }
    }
}
