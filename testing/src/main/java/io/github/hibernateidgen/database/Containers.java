package io.github.hibernateidgen.database;

import org.testcontainers.cockroachdb.CockroachContainer;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.containers.YugabyteDBYSQLContainer;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.mssqlserver.MSSQLServerContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.oracle.OracleContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.tidb.TiDBContainer;
import org.testcontainers.utility.DockerImageName;

/** The images, and the accounts that may read the servers' statistics. */
final class Containers {

    private static final String POSTGRESQL = "postgres:18";
    private static final String MARIADB = "mariadb:11.4";
    private static final String MYSQL = "mysql:8.4";
    private static final String SQL_SERVER_TAG = "2022-latest";
    private static final String ORACLE = "gvenzl/oracle-free:23-slim-faststart";

    private static final String COCKROACHDB = "cockroachdb/cockroach:v24.3.0";
    private static final String TIDB = "pingcap/tidb:v8.5.0";
    private static final String YUGABYTEDB = "yugabytedb/yugabyte:2.14.4.0-b26";

    private Containers() {}

    static JdbcDatabaseContainer<?> postgreSql() {
        return new PostgreSQLContainer(POSTGRESQL);
    }

    static JdbcDatabaseContainer<?> mariaDb() {
        return new MariaDBContainer(MARIADB).withUsername("root");
    }

    static JdbcDatabaseContainer<?> mySql() {
        return new MySQLContainer(MYSQL).withUsername("root");
    }

    /** Accepts the licence of Microsoft's Developer edition, which is free for development and test. */
    static JdbcDatabaseContainer<?> sqlServer() {
        return new MSSQLServerContainer(
                        DockerImageName.parse(MSSQLServerContainer.IMAGE).withTag(SQL_SERVER_TAG))
                .acceptLicense();
    }

    static JdbcDatabaseContainer<?> oracle() {
        return new OracleContainer(ORACLE);
    }

    static JdbcDatabaseContainer<?> cockroachDb() {
        return new CockroachContainer(COCKROACHDB);
    }

    static JdbcDatabaseContainer<?> tiDb() {
        return new TiDBContainer(TIDB);
    }

    /** By PostgreSQL's driver in place of its own. */
    static JdbcDatabaseContainer<?> yugabyteDb() {
        return new YugabyteDBYSQLContainer(YUGABYTEDB) {
            @Override
            public String getDriverClassName() {
                return "org.postgresql.Driver";
            }

            @Override
            public String getJdbcUrl() {
                return super.getJdbcUrl().replace("jdbc:yugabytedb:", "jdbc:postgresql:");
            }
        };
    }
}
