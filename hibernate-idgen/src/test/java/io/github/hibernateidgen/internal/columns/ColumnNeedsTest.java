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

    private static ColumnType column(String type, long size, int digits) {
        return ColumnType.of(type, size, digits);
    }

    private static ColumnType mapped(String type) {
        return column(type, 0, 0);
    }

    private static Optional<ColumnNeed.Misfit> misfit(
            String database, ColumnNeed need, ColumnType stored, ColumnType mapped) {
        return need.misfit(stored, mapped, Conversions.of(DIALECTS.get(database), false));
    }

    /** Returns how Hibernate sends the values of a column with this type in the mapping. */
    private static Sent sent(String database, Class<?> type, String mapped) {
        if (type == String.class) {
            return Sent.TEXT;
        }
        if (mapped.equals("uuid") || mapped.equals("uniqueidentifier")) {
            return database.equals("MariaDB") ? Sent.TEXT : Sent.GUID;
        }
        return mapped.contains("char") ? Sent.TEXT : Sent.BYTES;
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
        ColumnNeed need = ColumnNeeds.integers(63, 59, "layout [standard]", Sent.NUMBER, DIALECTS.get(database));
        assertProblem(misfit(database, need, column(type, size, digits), mapped("bigint")), problem);
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
        ColumnNeed need = ColumnNeeds.text(13, false, Sent.TEXT, DIALECTS.get(database));
        assertProblem(misfit(database, need, column(type, size, 0), mapped("varchar(255)")), problem);
    }

    @ParameterizedTest(name = "{0} {1}: {2}({3})")
    @CsvSource(delimiter = '|', textBlock = """
                    SQL Server | SQL_SERVER | uniqueidentifier     | 36         | uniqueidentifier |
                    SQL Server | BYTES      | uniqueidentifier     | 36         | char(36)         | compares in order SQL_SERVER, but the ids ascend in order BYTES
                    SQL Server | SQL_SERVER | char                 | 36         | uniqueidentifier | does not suit GUIDs that are sent as a GUID
                    SQL Server | SQL_SERVER | binary               | 16         | uniqueidentifier | compares in order BYTES
                    SQL Server | SQL_SERVER | order_key            | 16         | uniqueidentifier |
                    MariaDB    | MARIADB    | uuid                 | 36         | uuid             |
                    MariaDB    | BYTES      | uuid                 | 36         | char(36)         | compares in order MARIADB
                    MariaDB    | BYTES      | uuid                 | 36         | binary(16)       | does not suit GUIDs that are sent as bytes
                    MySQL      | BYTES      | UUID                 | 36         | binary(16)       | does not suit GUIDs that are sent as bytes
                    MariaDB    | MARIADB    | BINARY               | 16         | uuid             | holds 16 bytes, but the values are text of 36
                    MySQL      | BYTES      | BINARY               | 16         | binary(16)       |
                    MySQL      | BYTES      | BINARY               | 20         | binary(16)       | values to 20,
                    MySQL      | BYTES      | VARBINARY            | 20         | binary(16)       |
                    PostgreSQL | BYTES      | uuid                 | 2147483647 | uuid             |
                    PostgreSQL | BYTES      | bytea                | 2147483647 | bytea            |
                    Oracle     | BYTES      | RAW                  | 16         | raw(16)          |
                    Oracle     | BYTES      | RAW                  | 15         | raw(16)          | holds 15 bytes
                    DB2        | BYTES      | CHAR () FOR BIT DATA | 16         | binary(16)       |
                    H2         | BYTES      | UUID                 | 16         | uuid             |
                    H2         | BYTES      | BINARY VARYING       | 16         | uuid             |
                    """)
    void guids(String database, GuidOrder order, String type, long size, String mapped, String problem) {
        Dialect dialect = DIALECTS.get(database);
        ColumnNeed need = ColumnNeeds.guids(order, UUID.class, sent(database, UUID.class, mapped), 36, dialect);
        assertProblem(misfit(database, need, column(type, size, 0), mapped(mapped)), problem);
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
        ColumnNeed need = ColumnNeeds.integers(63, 59, "layout [standard]", Sent.NUMBER, DIALECTS.get(database));
        assertRemedy(misfit(database, need, column(type, size, digits), mapped(mapped)), isNever, remedy);
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
        ColumnNeed need = ColumnNeeds.text(13, false, Sent.TEXT, DIALECTS.get(database));
        assertRemedy(misfit(database, need, column(type, size, 0), mapped(mapped)), isNever, remedy);
    }

    /** No GUID is converted by a statement that is printed. */
    @ParameterizedTest(name = "{0} {1} in {2}({3}) mapped as {4}")
    @CsvSource(delimiter = '|', textBlock = """
                    SQL Server | UUID   | binary           | 16 | uniqueidentifier | false | map the column with the type that it has, or give the ids a new column
                    SQL Server | UUID   | char             | 36 | uniqueidentifier | true  | use @JdbcTypeCode(SqlTypes.CHAR), so that Hibernate sends text
                    SQL Server | UUID   | uniqueidentifier | 36 | binary(16)       | false | map the column with the type that it has, or give the ids a new column
                    SQL Server | byte[] | uniqueidentifier | 36 | varbinary(16)    | false | map the column with the type that it has, or give the ids a new column
                    SQL Server | UUID   | uniqueidentifier | 36 | char(36)         | false | map the column with the type that it has, or give the ids a new column
                    SQL Server | String | char             | 36 | uniqueidentifier | false | map the column with the type that it has, or give the ids a new column
                    MariaDB    | UUID   | binary           | 16 | uuid             | true  | use @JdbcTypeCode(SqlTypes.BINARY), so that Hibernate sends bytes
                    MariaDB    | UUID   | uuid             | 36 | binary(16)       | true  | use @JdbcTypeCode(SqlTypes.UUID), so that Hibernate sends a GUID
                    MariaDB    | byte[] | uuid             | 36 | binary(16)       | true  | declare the attribute as UUID, so that Hibernate sends a GUID
                    MariaDB    | UUID   | uuid             | 36 | char(36)         | false | map the column with the type that it has, or give the ids a new column
                    PostgreSQL | UUID   | bytea            | 0  | uuid             | true  | use @JdbcTypeCode(SqlTypes.BINARY), so that Hibernate sends bytes
                    PostgreSQL | UUID   | varchar          | 36 | uuid             | true  | use @JdbcTypeCode(SqlTypes.VARCHAR), so that Hibernate sends text
                    PostgreSQL | UUID   | uuid             | 0  | bytea            | true  | use @JdbcTypeCode(SqlTypes.UUID), so that Hibernate sends a GUID
                    PostgreSQL | String | bytea            | 0  | varchar(36)      | true  | declare the attribute as byte[], so that Hibernate sends bytes
                    PostgreSQL | byte[] | uuid             | 0  | bytea            | true  | declare the attribute as UUID, so that Hibernate sends a GUID
                    H2         | UUID   | INTEGER          | 32 | uuid             | true  | give the ids a new column
                    H2         | UUID   | NUMERIC          | 20 | uuid             | true  | give the ids a new column
                    H2         | UUID   | DATE             | 10 | uuid             | true  | give the ids a new column
                    H2         | UUID   | BINARY           | 15 | uuid             | true  | new column
                    H2         | UUID   | BINARY VARYING   | 15 | varbinary(16)    | true  | alter
                    H2         | String | INTEGER          | 32 | varchar(36)      | true  | give the ids a new column
                    H2         | String | BINARY           | 16 | varchar(36)      | true  | declare the attribute as byte[]
                    """)
    void guidsAreNotConverted(
            String database, String type, String stored, long size, String mapped, boolean isNever, String remedy) {
        Dialect dialect = DIALECTS.get(database);
        ColumnType mapping = mapped(mapped);
        GuidOrder order = new GuidColumn(GuidColumn.Family.of(dialect), mapping).order();
        Class<?> java = Map.of("UUID", UUID.class, "byte[]", byte[].class, "String", String.class)
                .get(type);
        ColumnNeed need = ColumnNeeds.guids(order, java, sent(database, java, mapped), 36, dialect);
        assertRemedy(misfit(database, need, column(stored, size, 0), mapping), isNever, remedy);
    }

    /** The log has said so when the generator was bound. */
    @ParameterizedTest
    @CsvSource({"SQL Server, BYTES, uniqueidentifier", "H2, SQL_SERVER, uuid", "MariaDB, BYTES, uuid"})
    void orderThatIsAskedForAgainstTheMappingsOwnTypeIsNoMisfit(String database, GuidOrder order, String type) {
        Dialect dialect = DIALECTS.get(database);
        ColumnNeed need = ColumnNeeds.guids(order, UUID.class, sent(database, UUID.class, type), 36, dialect);
        assertThat(misfit(database, need, column(type, 36, 0), mapped(type))).isEmpty();
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
