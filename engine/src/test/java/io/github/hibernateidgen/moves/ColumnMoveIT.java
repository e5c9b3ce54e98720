package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/migrating/column-types.md has: the ids that are read afterwards are those that were written. */
class ColumnMoveIT {

    private static final UUID GUID = UUID.fromString("01a204c0-f03a-73ce-8899-aabbccddeeff");

    private record Conversion(String from, String to, String sql) {}

    private static String section() throws IOException {
        return Guide.page("column-types").text();
    }

    private static List<Conversion> conversions(TestDatabase database) throws IOException {
        return Pattern.compile("(?m)^\\| " + database + " \\| `([^`]+)`( that [^|]*)? \\| `([^`]+)` \\| `([^`]+)` \\|$")
                .matcher(section())
                .results()
                .map(row ->
                        new Conversion(row.group(1) + (row.group(2) == null ? "" : "!"), row.group(3), row.group(4)))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void idsAreTheSameInTheNewColumn(TestDatabase database) throws Exception {
        RunningDatabase running = database.orSkip();
        List<Conversion> conversions = conversions(database);
        assertThat(conversions).hasSizeGreaterThanOrEqualTo(3);
        for (Conversion conversion : conversions) {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement()) {
                try {
                    String from = conversion.from().replace("!", "");
                    makeTables(statement, from);
                    insert(connection, conversion.from());
                    for (String sql : steps(database, conversion.to(), conversion.sql())) {
                        statement.execute(sql);
                    }
                    assertThat(read(statement, "owners", "id", conversion.to()))
                            .as(conversion.toString())
                            .isEqualTo(GUID.toString());
                    assertThat(read(statement, "pets", "owner_id", conversion.to()))
                            .as(conversion.toString())
                            .isEqualTo(GUID.toString());
                } finally {
                    statement.execute("drop table if exists pets");
                    statement.execute("drop table if exists owners");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void numbersGiveWayToNewGuids(TestDatabase database) throws Exception {
        RunningDatabase running = database.orSkip();
        String made = switch (database) {
            case POSTGRESQL -> "gen_random_uuid()";
            case MYSQL -> "uuid_to_bin(uuid())";
            case H2 -> "random_uuid()";
            default -> "uuid()";
        };
        assertThat(section()).contains("`" + made + "`");
        List<String> updates = Guide.page("column-types").sql().get(1);
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            try {
                makeTables(statement, "integer");
                for (int id = 1; id <= 3; id++) {
                    statement.execute("insert into owners values (" + id + ", 'owner " + id + "')");
                    statement.execute("insert into pets values (" + id + ", " + id + ")");
                }
                for (String sql : steps(database, database == TestDatabase.MYSQL ? "binary(16)" : "uuid", "")) {
                    if (sql.startsWith("update")) {
                        sql = updates.get(sql.startsWith("update owners") ? 0 : 1)
                                .replace("random_uuid()", made);
                    }
                    statement.execute(sql);
                }
                try (ResultSet rows = statement.executeQuery(
                        "select count(distinct o.id), count(*) from owners o join pets p on p.owner_id = o.id"
                                + " where o.name = concat('owner ', p.id)")) {
                    rows.next();
                    assertThat(rows.getInt(1)).isEqualTo(3);
                    assertThat(rows.getInt(2)).isEqualTo(3);
                }
            } finally {
                statement.execute("drop table if exists pets");
                statement.execute("drop table if exists owners");
            }
        }
    }

    /** What SQL Server makes of 16 bytes that it is told are a GUID: the text that it shows. */
    private static UUID inSqlServer(byte[] bytes) {
        ByteBuffer other = ByteBuffer.wrap(bytes);
        long high = (Integer.reverseBytes(other.getInt()) & 0xffffffffL) << 32
                | (Short.reverseBytes(other.getShort()) & 0xffffL) << 16
                | Short.reverseBytes(other.getShort()) & 0xffffL;
        return new UUID(high, other.getLong());
    }

    @Test
    void otherOrderOfBytesIsTheOneOfSqlServer() throws IOException {
        assertThat(inSqlServer(bytes(GUID))).hasToString("c004a201-3af0-ce73-8899-aabbccddeeff");
        Matcher parts = Pattern.compile("substring\\(id, (\\d+), (\\d+)\\)")
                .matcher(Guide.section("../sql", "Types of id columns").text());
        ByteBuffer reordered = ByteBuffer.allocate(16);
        while (parts.find()) {
            reordered.put(bytes(GUID), Integer.parseInt(parts.group(1)) - 1, Integer.parseInt(parts.group(2)));
        }
        assertThat(reordered.hasRemaining()).isFalse();
        assertThat(inSqlServer(reordered.array())).isEqualTo(GUID);
    }

    private static void makeTables(Statement statement, String type) throws SQLException {
        statement.execute("create table owners (id " + type
                + " not null, name varchar(20), constraint owners_key primary key (id))");
        statement.execute("create table pets (id integer not null primary key, owner_id " + type
                + ", constraint pets_owner foreign key (owner_id) references owners (id))");
    }

    private static void insert(Connection connection, String type) throws SQLException {
        for (String sql : List.of("insert into owners (id) values (?)", "insert into pets values (1, ?)")) {
            String swapped = type.endsWith("!") ? sql.replace("?", "uuid_to_bin(?, 1)") : sql;
            try (PreparedStatement insert = connection.prepareStatement(swapped)) {
                if (type.equals("bytea") || type.equals("binary(16)")) {
                    insert.setBytes(1, bytes(GUID));
                } else if (type.equals("uuid")) {
                    insert.setObject(1, GUID);
                } else {
                    insert.setString(1, GUID.toString());
                }
                insert.executeUpdate();
            }
        }
    }

    private static byte[] bytes(UUID guid) {
        return ByteBuffer.allocate(16)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();
    }

    private static String read(Statement statement, String table, String column, String type) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select " + column + " from " + table)) {
            rows.next();
            if (type.equals("bytea") || type.equals("binary(16)")) {
                ByteBuffer bytes = ByteBuffer.wrap(rows.getBytes(1));
                assertThat(bytes.remaining()).isEqualTo(16);
                return new UUID(bytes.getLong(), bytes.getLong()).toString();
            }
            return rows.getString(1);
        }
    }

    /** The steps as the page gives them, with what it says is another on this database. */
    private static List<String> steps(TestDatabase database, String type, String conversion) throws IOException {
        List<String> steps = new ArrayList<>();
        for (String step : Guide.page("column-types").sql().get(0)) {
            steps.add(step.replace("cast(id as uuid)", conversion)
                    .replace("cast(owner_id as uuid)", conversion.replaceAll("\\bid\\b", "owner_id"))
                    .replaceFirst(" uuid$", " " + Matcher.quoteReplacement(type)));
        }
        Matcher row = Pattern.compile("(?m)^\\|([^|]*\\b" + database + "\\b[^|]*)" + "\\| ([^|]*) ".repeat(4) + "\\|$")
                .matcher(section());
        if (!row.find()) {
            return steps;
        }
        String rename = row.group(4).replace("`", "");
        return steps.stream()
                .map(step -> step.contains("drop constraint pets_owner")
                        ? other(row.group(2), step)
                        : step.contains("drop constraint owners_key")
                                ? other(row.group(3), step)
                                : step.contains("set not null") ? other(row.group(5), step) : step)
                .map(step -> step.contains("owners alter column new_id rename") ? rename : step)
                .map(step -> step.contains("new_owner_id rename")
                        ? rename.replace("owners", "pets").replaceAll("\\b(new_)?id\\b", "$1owner_id")
                        : step)
                .filter(step -> !step.isEmpty())
                .toList();
    }

    /** What a cell of the table says to run instead of a step; empty for nothing. */
    private static String other(String cell, String step) {
        return cell.equals("as above") ? step : cell.equals("leave it out") ? "" : cell.replace("`", "");
    }
}
