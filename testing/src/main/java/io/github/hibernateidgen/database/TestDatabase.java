package io.github.hibernateidgen.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testcontainers.containers.JdbcDatabaseContainer;

/**
 * The databases that the integration tests know. A server is the user's own if {@code IDGEN_IT_<NAME>_URL} is set (an
 * environment variable or a system property); else a container if a Docker engine answers; else made from binaries
 * that Maven brought; else in process.
 */
public enum TestDatabase {
    H2("H2", "H2") {
        @Override
        Optional<ServerSource> local() {
            return Optional.of(new InProcess("jdbc:h2:mem:idgen;DB_CLOSE_DELAY=-1", "sa"));
        }
    },

    HSQLDB("HSQLDB", "HSQL Database Engine") {
        @Override
        Optional<ServerSource> local() {
            return Optional.of(new InProcess("jdbc:hsqldb:mem:idgen", "SA"));
        }

        @Override
        String selectOne() {
            return "values 1";
        }
    },

    SQLITE("SQLite", "SQLite") {
        @Override
        Optional<ServerSource> local() {
            return Optional.of(new SqliteFile());
        }
    },

    POSTGRESQL("PostgreSQL", "PostgreSQL") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::postgreSql);
        }

        @Override
        Optional<ServerSource> local() {
            return Optional.of(new PostgreSqlBinaries());
        }
    },

    MARIADB("MariaDB", "MariaDB") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::mariaDb);
        }

        @Override
        Optional<ServerSource> local() {
            return Optional.of(new MariaDbBinaries());
        }
    },

    MYSQL("MySQL", "MySQL") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::mySql);
        }

        @Override
        Optional<ServerSource> local() {
            return Optional.of(new MySqlBinaries());
        }
    },

    SQL_SERVER("SQL Server", "Microsoft SQL Server") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::sqlServer);
        }
    },

    ORACLE("Oracle", "Oracle") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::oracle);
        }

        @Override
        String selectOne() {
            return "select 1 from dual";
        }
    },

    // Clusters that keep a table as ranges of its key: asked for by what is about them only.

    COCKROACHDB("CockroachDB", "PostgreSQL") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::cockroachDb);
        }
    },

    TIDB("TiDB", "MySQL") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::tiDb);
        }
    },

    YUGABYTEDB("YugabyteDB", "PostgreSQL") {
        @Override
        Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
            return Optional.of(Containers::yugabyteDb);
        }
    };

    private final String displayName;
    private final String productName;

    TestDatabase(String displayName, String productName) {
        this.displayName = displayName;
        this.productName = productName;
    }

    /** Those that keep a table in one place. */
    static Stream<TestDatabase> onOneServer() {
        return Stream.of(values()).filter(database -> database.compareTo(COCKROACHDB) < 0);
    }

    /** The database whose settings have this name in them, such as {@code SQLSERVER}. */
    static TestDatabase named(String settingName) {
        return Arrays.stream(values())
                .filter(database -> database.settingName().equals(settingName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no database is named [" + settingName
                        + "], these are: "
                        + Arrays.stream(values()).map(TestDatabase::settingName).collect(Collectors.joining(", "))));
    }

    /**
     * The running server, started now if this is the first to ask in this JVM. The test is skipped, with the reason,
     * when none can be had, and fails when {@code IDGEN_IT_REQUIRED} names this database.
     */
    public RunningDatabase orSkip() {
        return TestDatabases.THIS_JVM.orSkip(this);
    }

    /** All ways to a server of this database. */
    List<ServerSource> sources(Settings settings, BooleanSupplier dockerAnswers) {
        List<ServerSource> sources = new ArrayList<>();
        sources.add(new GivenServer(this, settings));
        container().ifPresent(container -> sources.add(new DockerServer(settings, dockerAnswers, container)));
        local().ifPresent(sources::add);
        return List.copyOf(sources);
    }

    /** What Testcontainers would start. */
    Optional<Supplier<JdbcDatabaseContainer<?>>> container() {
        return Optional.empty();
    }

    /** From binaries or in process. */
    Optional<ServerSource> local() {
        return Optional.empty();
    }

    String selectOne() {
        return "select 1";
    }

    String productName() {
        return productName;
    }

    /** The name as in a setting's: {@code SQLSERVER}. */
    String settingName() {
        return name().replace("_", "");
    }

    /** The name of one of this database's settings, such as {@code IDGEN_IT_SQLSERVER_URL}. */
    String setting(String word) {
        return "IDGEN_IT_" + settingName() + "_" + word;
    }

    @Override
    public String toString() {
        return displayName;
    }
}
