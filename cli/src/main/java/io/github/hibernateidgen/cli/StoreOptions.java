package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The database, and the store of the reservations: a table in it, or a server of another kind. Not thread-safe while it is filled. */
final class StoreOptions {

    @Option(names = "--url", description = "JDBC URL of the database.")
    private @Nullable String url;

    @Option(names = "--user", description = "Its user.")
    private @Nullable String user;

    @Option(
            names = "--password",
            arity = "0..1",
            interactive = true,
            description = "Its password; without a value it is asked for.")
    private char @Nullable [] password;

    @Option(names = "--driver", paramLabel = "JAR", description = "Jar of the JDBC driver, and what it needs.")
    private List<Path> driver = new ArrayList<>();

    @Option(names = "--store", paramLabel = "STORE", description = "Table, redis:// or zookeeper://: ${DEFAULT-VALUE}.")
    private String store = "idgen_worker";

    @Option(names = "--namespace", paramLabel = "NAME", description = "Its namespace: ${DEFAULT-VALUE}.")
    private String namespace = "default";

    boolean isGiven() {
        return url != null || isServer();
    }

    private boolean isServer() {
        return store.contains("://");
    }

    ReservationTerms terms() {
        return ReservationTerms.DEFAULT.withNamespace(namespace);
    }

    /** Opens the store. One of a database borrows a connection for each statement. */
    OwnedStore store() {
        if (!isServer()) {
            return new OwnedStore(new JdbcReservationStore(connections()::open, jdbcTable()), () -> {});
        }
        if (store.startsWith(ZooKeeperStore.SCHEME)) {
            return server("org.apache.curator:curator-framework", () -> ZooKeeperStore.open(store));
        }
        if (store.startsWith("redis")) {
            return server("io.lettuce:lettuce-core", () -> RedisStore.open(store));
        }
        throw new RefusedException("store [" + withoutPassword(store)
                + "] is of no kind that is known; write [[CATALOG.]SCHEMA.]TABLE, redis://HOST:PORT or"
                + " zookeeper://HOST:PORT,HOST:PORT");
    }

    /** Its client is not in the jar: it has many times its size. */
    private OwnedStore server(String library, Supplier<OwnedStore> open) {
        try {
            return open.get();
        } catch (NoClassDefFoundError e) {
            throw new RefusedException("store [" + withoutPassword(store) + "] needs class ["
                    + String.valueOf(e.getMessage()).replace('/', '.') + "], which is missing; add " + library
                    + " and what it needs to the class path: java -cp 'hibernate-idgen-cli.jar:lib/*' "
                    + Main.class.getName() + " ...");
        }
    }

    /** A URI as messages show it. */
    static String withoutPassword(String uri) {
        return uri.replaceFirst("//[^/]*@", "//***@");
    }

    private JdbcTable jdbcTable() {
        String[] names = store.split("\\.", -1);
        return switch (names.length) {
            case 1 -> new JdbcTable(null, null, names[0], false);
            case 2 -> new JdbcTable(null, names[0], names[1], false);
            case 3 -> new JdbcTable(names[0], names[1], names[2], false);
            default ->
                throw new RefusedException("table [" + store + "] is not readable; write [[CATALOG.]SCHEMA.]TABLE");
        };
    }

    Connections connections() {
        String given = url;
        if (given == null) {
            throw new RefusedException("no database is named; give --url, such as jdbc:postgresql://host/orders");
        }
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", String.valueOf(password));
        }
        return new Connections(given, driver(given), properties);
    }

    private Driver driver(String given) {
        List<URL> jars = new ArrayList<>();
        for (Path jar : driver) {
            if (!Files.isRegularFile(jar)) {
                throw new RefusedException("driver [" + jar + "] is no file; give the jar of the JDBC driver");
            }
            try {
                jars.add(jar.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new RefusedException("driver [" + jar + "] can't be loaded: " + e.getMessage());
            }
        }
        // Lives as long as the process.
        ClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), StoreOptions.class.getClassLoader());
        try {
            for (Driver candidate : ServiceLoader.load(Driver.class, loader)) {
                if (candidate.acceptsURL(given)) {
                    return candidate;
                }
            }
        } catch (SQLException e) {
            throw new RefusedException("url [" + given + "] is refused by its driver: " + e.getMessage());
        }
        throw new RefusedException("no driver knows url [" + given + "]; give the driver's jar with --driver, such as "
                + "~/.m2/repository/org/postgresql/postgresql/VERSION/postgresql-VERSION.jar");
    }

    /** Opens connections to one database. */
    record Connections(String url, Driver driver, Properties properties) {

        Connection open() throws SQLException {
            Connection connection = driver.connect(url, properties);
            if (connection == null) {
                throw new SQLException("the driver does not know url [" + url + "]", "08001");
            }
            return connection;
        }
    }
}
