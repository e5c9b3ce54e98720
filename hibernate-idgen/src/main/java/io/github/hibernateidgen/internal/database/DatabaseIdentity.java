package io.github.hibernateidgen.internal.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the statements of a connection lead. Two connections with equal values read and write the same tables. */
record DatabaseIdentity(
        @Nullable String url,
        @Nullable String user,
        @Nullable String catalog,
        @Nullable String schema) {

    /** Matches the URLs of databases that run in this process, or that have one writer for the file. */
    private static final Pattern EMBEDDED = Pattern.compile(
            "jdbc:(h2:(?!tcp:|ssl:)|hsqldb:(?!hsqls?:|https?:)|derby:(?!//)|sqlite:|duckdb:).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Asks a connection. Some drivers send a statement for the user, the catalog or the schema. */
    static DatabaseIdentity of(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String url = metadata.getURL();
        return new DatabaseIdentity(
                url, user(url, metadata.getUserName()), connection.getCatalog(), connection.getSchema());
    }

    /** MySQL adds the address of the client, which behind a proxy may differ from connection to connection. */
    private static @Nullable String user(@Nullable String url, @Nullable String user) {
        return url == null || user == null || !url.contains(":mysql:") ? user : user.replaceFirst("@[^@]*$", "");
    }

    /** Returns whether a second connection would be another database, or would wait for the locks of the first. */
    boolean isEmbedded() {
        return url != null && EMBEDDED.matcher(url).matches();
    }

    /** Returns the parts that differ, without their values, because a URL may contain a password. */
    String differences(DatabaseIdentity other) {
        StringBuilder parts = new StringBuilder();
        append(parts, "URL", url, other.url);
        append(parts, "user", user, other.user);
        append(parts, "catalog", catalog, other.catalog);
        append(parts, "schema", schema, other.schema);
        return parts.toString();
    }

    private static void append(StringBuilder parts, String name, @Nullable String one, @Nullable String other) {
        if (one == null ? other != null : !one.equals(other)) {
            parts.append(parts.length() == 0 ? "" : ", ").append(name);
        }
    }
}
