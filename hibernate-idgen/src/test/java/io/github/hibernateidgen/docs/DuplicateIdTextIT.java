package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts of databases in docs/troubleshooting.md are those that the databases print. */
class DuplicateIdTextIT {

    private static final String PAGE = page();

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "troubleshooting.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRESQL | duplicate key value violates unique constraint \"orders_pkey\"",
                "POSTGRESQL | Key (id)=(382770312745709588) already exists.",
                "MYSQL      | Duplicate entry '382770312745709588' for key '",
                "MARIADB    | Duplicate entry '382770312745709588' for key 'PRIMARY'",
                "SQL_SERVER | Violation of PRIMARY KEY constraint 'PK_orders'. Cannot insert duplicate key in object 'dbo.orders'. The duplicate key value is (382770312745709588).",
                "ORACLE     | ORA-00001: unique constraint",
                "H2         | PRIMARY KEY ON PUBLIC.ORDERS(ID) ( /* key:382770312745709588 */ 382770312745709588)",
            })
    void pageHasTheTextOfTheDatabase(TestDatabase database, String text) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    switch (database) {
                        case SQL_SERVER -> "create table orders (id bigint constraint PK_orders primary key)";
                        case ORACLE -> "create table orders (id number(19) constraint PK_orders primary key)";
                        default -> "create table orders (id bigint primary key)";
                    });
            try {
                statement.execute("insert into orders values (382770312745709588)");
                SQLException refused = catchThrowableOfType(
                        SQLException.class, () -> statement.execute("insert into orders values (382770312745709588)"));
                assertThat(refused.getMessage()).contains(text);
                assertThat(PAGE).contains(text);
            } finally {
                statement.execute("drop table orders");
            }
        }
    }
}
