package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.text.Secrets;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a database. Not thread-safe: picocli sets the fields. */
final class DatabaseOptions {

    @Option(names = "--url", description = "JDBC URL of the database.")
    private @Nullable String url;

    @Option(names = "--user", description = "User of the database.")
    private @Nullable String user;

    @Option(
            names = "--password",
            arity = "0..1",
            interactive = true,
            description = "Password. Without a value: a prompt.")
    private char @Nullable [] password;

    @Option(names = "--driver", paramLabel = "JAR", description = "Jar of the JDBC driver. Repeatable.")
    private List<Path> driver = new ArrayList<>();

    boolean isGiven() {
        return url != null;
    }

    /**
     * Returns a source of connections to the database. Opens and closes a connection first, so that the message for an
     * unreachable server differs from the message for a missing table.
     */
    Connections connections() throws SQLException {
        String given = url;
        if (given == null) {
            throw RejectedException.usage("no database is named; give --url, such as jdbc:postgresql://host/orders");
        }
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", String.valueOf(password));
        }
        Connections connections = new Connections(given, driver(given), properties);
        try {
            connections.open().close();
        } catch (SQLException e) {
            throw new UnreachableException(
                    "no connection to database [" + Secrets.masked(given) + "]: " + reason(given, e), e);
        }
        return connections;
    }

    /** Thrown if no connection can be made. The message shows no password; if it were masked again, its parts could become one. */
    static final class UnreachableException extends SQLException {

        private static final long serialVersionUID = 1;

        UnreachableException(String message, SQLException cause) {
            super(message, cause.getSQLState(), cause);
        }
    }

    /** Returns the first line of the driver's message, unless it may repeat the password of a URL that the driver can't read. */
    private static String reason(String given, Exception e) {
        String line = firstLine(e);
        String account = given.substring(0, Math.max(0, given.lastIndexOf('@')));
        String secret = account.substring(account.lastIndexOf(account.contains("://") ? ':' : '/') + 1);
        return !secret.isEmpty() && line.contains(secret)
                ? "the driver's message repeats the password of the URL, so it is hidden; give the account with --user and"
                        + " --password"
                : line;
    }

    /**
     * Returns the first line of the driver's message, without the words "SQL statement:" at its end. Further lines may
     * repeat the SQL statement. The line shows no password.
     */
    static String firstLine(Exception e) {
        return Secrets.masked(String.valueOf(e.getMessage()))
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("; SQL statement:$", "");
    }

    private Driver driver(String given) {
        try {
            List<URL> jars = new ArrayList<>();
            for (Path jar : driver) {
                if (!Files.isRegularFile(jar)) {
                    throw new RejectedException("driver [" + jar + "] is not a file; give the jar of the JDBC driver");
                }
                jars.add(jar.toUri().toURL());
            }
            // Never closed: the class loader lives as long as the process.
            ClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), DatabaseOptions.class.getClassLoader());
            for (Driver candidate : ServiceLoader.load(Driver.class, loader)) {
                if (candidate.acceptsURL(given)) {
                    return candidate;
                }
            }
        } catch (SQLException | MalformedURLException e) {
            throw new RejectedException("the driver rejects url [" + Secrets.masked(given) + "]: " + reason(given, e));
        }
        throw new RejectedException(
                "no driver knows url [" + Secrets.masked(given) + "]; give the driver's jar with --driver, such as "
                        + "~/.m2/repository/org/postgresql/postgresql/VERSION/postgresql-VERSION.jar");
    }

    /** Opens connections to a database. */
    record Connections(String url, Driver driver, Properties properties) {

        Connection open() throws SQLException {
            Connection connection = driver.connect(url, properties);
            if (connection == null) {
                throw new SQLException("the driver does not know the URL", "08001");
            }
            return connection;
        }
    }
}
