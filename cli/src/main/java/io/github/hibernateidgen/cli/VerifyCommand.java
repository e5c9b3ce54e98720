package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "verify",
        description = "Checks id order and worker claims on your database.",
        footer = {
            "",
            "Creates tables idgen_verify_... in the connection's schema, and drops them and",
            "the tables of a killed run. Do not run this command twice at the same time.",
            "Example: idgen verify --url jdbc:sqlserver://db;databaseName=test --user app",
            "           --password --driver mssql-jdbc.jar"
        })
final class VerifyCommand extends ShellCommand {

    private static final String PREFIX = "idgen_verify_";
    private static final Pattern TABLE = Pattern.compile(PREFIX + "[0-9a-f]{32}", Pattern.CASE_INSENSITIVE);

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    private final List<String> failed = new ArrayList<>();
    private int passed;

    /** A check on a table. */
    interface Check {

        /** Returns a description of the result. Throws if the database does not behave as documented. */
        String on(String table) throws SQLException;
    }

    @Override
    public Integer call() throws SQLException {
        Connections connections = database.connections();
        try (Connection connection = connections.open()) {
            DatabaseMetaData about = connection.getMetaData();
            line("version", new Main.Version().getVersion()[0] + ", Java " + Runtime.version());
            line("database", about.getDatabaseProductName() + " " + about.getDatabaseProductVersion());
            line("driver", about.getDriverName() + " " + about.getDriverVersion());
            dropLeft(connection);
            for (String type : types(JdbcDatabase.of(about))) {
                check(connection, type, table -> new VerifiedColumn(connection, table, type).verify());
            }
            check(connection, "claims", table -> VerifiedClaims.verify(connections, table, shell().clock()));
        }
        line("verdict", failed.isEmpty() ? "all " + passed + " are as documented" : "NOT as documented: " + failed);
        return failed.isEmpty() ? Exit.DONE : Exit.FAILED;
    }

    /** Returns the column types that the library uses for ids. */
    private static List<String> types(JdbcDatabase database) {
        return switch (database) {
            case POSTGRESQL -> List.of("bigint", "uuid", "bytea", "char(36)");
            case MARIADB, H2, HSQLDB -> List.of("bigint", "uuid", "binary(16)", "char(36)");
            case MYSQL -> List.of("bigint", "binary(16)", "char(36)");
            case SQL_SERVER -> List.of("bigint", "uniqueidentifier", "binary(16)", "char(36)");
            case ORACLE -> List.of("number(19)", "raw(16)", "char(36)");
            default -> List.of("bigint", "char(36)");
        };
    }

    private void check(Connection connection, String name, Check check) throws SQLException {
        String table = PREFIX + UUID.randomUUID().toString().replace("-", "");
        try {
            line(name, check.on(table));
            passed++;
        } catch (SQLException | RejectedException | ReservationStoreException | CompletionException e) {
            failed.add(name);
            line(
                    name,
                    "FAILED: " + DatabaseOptions.firstLine(e.getCause() instanceof RuntimeException cause ? cause : e));
        } finally {
            if (tables(connection).stream().anyMatch(table::equalsIgnoreCase)) {
                drop(connection, table);
            }
        }
    }

    private void dropLeft(Connection connection) throws SQLException {
        for (String table : tables(connection)) {
            drop(connection, table);
            line("left", "table " + table + " of an earlier run that was killed; dropped");
        }
    }

    /** Returns the existing tables of this command. */
    private static List<String> tables(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String pattern = about.storesUpperCaseIdentifiers() ? PREFIX.toUpperCase(Locale.ROOT) : PREFIX;
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = about.getTables(connection.getCatalog(), connection.getSchema(), pattern + "%", null)) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        // In the pattern of getTables, an underscore matches any character.
        tables.removeIf(table -> !TABLE.matcher(table).matches());
        return tables;
    }

    private static void drop(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table " + table);
        }
    }

    private void line(String name, String value) {
        out().println(String.format(Locale.ROOT, "%-16s  %s", name, value.replaceAll("\\s+", " ")));
        out().flush();
    }
}
