package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.mapping.Column;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which definitions hold an id of so many bits, as users write them. */
class ExactIntegersTest {

    private static final Map<String, Dialect> DIALECTS = Map.of(
            "H2", new H2Dialect(),
            "PostgreSQL", new PostgreSQLDialect(),
            "MySQL", new MySQLDialect(),
            "MariaDB", new MariaDBDialect(),
            "Oracle", new OracleDialect(),
            "SQL Server", new SQLServerDialect());

    @ParameterizedTest(name = "{0} {1}: {2} bits")
    @CsvSource(delimiter = '|', textBlock = """
                    H2         | bigint            | 63
                    H2         | BIGINT not null   | 63
                    MySQL      | bigint unsigned   | 63
                    PostgreSQL | int8              | 63
                    PostgreSQL | bigserial         | 63
                    PostgreSQL | serial            | 31
                    H2         | int               | 31
                    H2         | integer           | 31
                    Oracle     | integer           | 63
                    Oracle     | smallint          | 63
                    H2         | smallint          | 15
                    SQL Server | tinyint           | 7
                    MySQL      | mediumint         | 23
                    Oracle     | number(19,0)      | 63
                    Oracle     | number(19)        | 63
                    Oracle     | number            | 63
                    Oracle     | number(18)        | 59
                    Oracle     | number(38,20)     | 59
                    Oracle     | number(19,-2)     | 0
                    PostgreSQL | numeric           | 63
                    PostgreSQL | numeric(16)       | 53
                    PostgreSQL | numeric(17, 2)    | 49
                    SQL Server | numeric           | 59
                    SQL Server | numeric(19)       | 63
                    MySQL      | decimal           | 33
                    MariaDB    | decimal(9)        | 29
                    PostgreSQL | double precision  | 53
                    H2         | double            | 53
                    PostgreSQL | float8            | 53
                    PostgreSQL | float4            | 24
                    PostgreSQL | real              | 24
                    SQL Server | real              | 24
                    SQL Server | float             | 53
                    SQL Server | float(24)         | 24
                    SQL Server | float(25)         | 53
                    MariaDB    | float             | 24
                    MariaDB    | float(53)         | 53
                    Oracle     | float             | 63
                    Oracle     | float(53)         | 53
                    Oracle     | binary_double     | 53
                    Oracle     | binary_float      | 24
                    SQL Server | bit               | 1
                    MySQL      | bit(64)           | 63
                    PostgreSQL | order_key         | 63
                    """)
    void definitionHoldsIntegersUpToABound(String database, String definition, int bits) {
        Column column = new Column("id");
        column.setSqlType(definition);
        assertThat(ColumnType.of(column).bits(DIALECTS.get(database))).isEqualTo(bits);
    }
}
