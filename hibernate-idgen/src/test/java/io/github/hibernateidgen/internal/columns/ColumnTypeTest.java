package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.mapping.Column;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of a {@code columnDefinition}, as users write them. */
class ColumnTypeTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    uniqueidentifier                                | uniqueidentifier |
                    UniqueIdentifier default newsequentialid()      | uniqueidentifier |
                    [uniqueidentifier] rowguidcol                   | uniqueidentifier |
                    uuid default gen_random_uuid()                  | uuid             |
                    dbo.order_key                                   | order_key        |
                    [dbo].[order_key] not null                      | order_key        |
                    CHAR(36) CHARACTER SET ascii                    | char             | 36
                    char (32)                                       | char             | 32
                    character varying(32)                           | character        | 32
                    national character(36)                          | national         | 36
                    varchar2(36 char)                               | varchar2         | 36
                    raw(16)                                         | raw              | 16
                    number(19,0)                                    | number           | 19
                    number(18)                                      | number           | 18
                    decimal(9)                                      | decimal          | 9
                    text default (0)                                | text             |
                    clob(1M)                                        | clob             |
                    numeric                                         | numeric          |
                    bigint unsigned                                 | bigint           |
                    int                                             | int              |
                    """)
    void definitionGivesNameAndLength(String definition, String name, Long length) {
        Column column = new Column("id");
        column.setSqlType(definition);
        ColumnType type = ColumnType.of(column);
        assertThat(type.name()).isEqualTo(name);
        assertThat(type.length()).isEqualTo(length == null ? Long.MAX_VALUE : length);
    }
}
