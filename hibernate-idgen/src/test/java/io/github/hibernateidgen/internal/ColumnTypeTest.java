package io.github.hibernateidgen.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.mapping.Column;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of a {@code columnDefinition}, as users write them. */
class ColumnTypeTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    uniqueidentifier                                | uniqueidentifier |    | 63
                    UniqueIdentifier default newsequentialid()      | uniqueidentifier |    | 63
                    [uniqueidentifier] rowguidcol                   | uniqueidentifier |    | 63
                    uuid default gen_random_uuid()                  | uuid             |    | 63
                    dbo.order_key                                   | order_key        |    | 63
                    [dbo].[order_key] not null                      | order_key        |    | 63
                    CHAR(36) CHARACTER SET ascii                    | char             | 36 | 63
                    char (32)                                       | char             | 32 | 63
                    character varying(32)                           | character        | 32 | 63
                    national character(36)                          | national         | 36 | 63
                    varchar2(36 char)                               | varchar2         | 36 | 63
                    raw(16)                                         | raw              | 16 | 63
                    number(19,0)                                    | number           | 19 | 63
                    number(18)                                      | number           | 18 | 59
                    decimal(9)                                      | decimal          | 9  | 29
                    text default (0)                                | text             |    | 63
                    clob(1M)                                        | clob             |    | 63
                    numeric                                         | numeric          |    | 63
                    bigint unsigned                                 | bigint           |    | 63
                    int                                             | int              |    | 31
                    """)
    void definitionGivesNameLengthAndWidth(String definition, String name, Long length, int integerBits) {
        Column column = new Column("id");
        column.setSqlType(definition);
        ColumnType type = ColumnType.of(column);
        assertThat(type.name()).isEqualTo(name);
        assertThat(type.length()).isEqualTo(length == null ? Long.MAX_VALUE : length);
        assertThat(type.integerBits()).isEqualTo(integerBits);
    }
}
