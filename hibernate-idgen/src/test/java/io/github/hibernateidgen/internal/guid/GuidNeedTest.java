package io.github.hibernateidgen.internal.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed.Misfit;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.SqlKind;
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

/** What columns hold of GUIDs, with the types as each driver describes them. */
class GuidNeedTest {

    private static final Map<String, Dialect> DIALECTS = Map.of(
            "H2", new H2Dialect(),
            "PostgreSQL", new PostgreSQLDialect(),
            "MySQL", new MySQLDialect(),
            "MariaDB", new MariaDBDialect(),
            "Oracle", new OracleDialect(),
            "DB2", new DB2Dialect(),
            "SQL Server", new SQLServerDialect());

    private static ColumnType mapped(String type) {
        return ColumnType.of(type, 0, 0);
    }

    private static Optional<Misfit> misfit(
            String database, GuidOrder order, Class<?> java, String stored, long size, String mapped) {
        GuidNeed need = new GuidNeed(order, java, sent(database, java, mapped), 36, DIALECTS.get(database));
        return need.misfit(ColumnType.of(stored, size, 0), mapped(mapped), false);
    }

    /** Returns how Hibernate sends the values of a column with this type in the mapping. */
    private static SqlKind sent(String database, Class<?> type, String mapped) {
        if (type == String.class) {
            return SqlKind.TEXT;
        }
        if (mapped.equals("uuid") || mapped.equals("uniqueidentifier")) {
            return database.equals("MariaDB") ? SqlKind.TEXT : SqlKind.GUID;
        }
        return mapped.contains("char") ? SqlKind.TEXT : SqlKind.BYTES;
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
        Optional<Misfit> misfit = misfit(database, order, UUID.class, type, size, mapped);
        assertThat(misfit.isPresent()).isEqualTo(problem != null);
        misfit.ifPresent(found -> assertThat(found.problem()).contains(problem));
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
        GuidOrder order = new GuidColumn(mapped(mapped), DIALECTS.get(database)).order();
        Class<?> java = Map.of("UUID", UUID.class, "byte[]", byte[].class, "String", String.class)
                .get(type);
        Misfit misfit = misfit(database, order, java, stored, size, mapped).orElseThrow();
        assertThat(misfit.isNever()).as(misfit.problem()).isEqualTo(isNever);
        if (remedy.equals("alter")) {
            assertThat(misfit.remedy()).isNull();
        } else {
            assertThat(misfit.remedy()).contains(remedy);
        }
    }

    /** The log has said so when the generator was bound. */
    @ParameterizedTest
    @CsvSource({"SQL Server, BYTES, uniqueidentifier", "H2, SQL_SERVER, uuid", "MariaDB, BYTES, uuid"})
    void orderThatIsAskedForAgainstTheMappingsOwnTypeIsNoMisfit(String database, GuidOrder order, String type) {
        assertThat(misfit(database, order, UUID.class, type, 36, type)).isEmpty();
    }
}
