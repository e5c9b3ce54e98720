package io.github.hibernateidgen.benchmarks.database;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.file.Path;

/** A database to measure. */
enum Database {
    POSTGRESQL("PostgreSQL", GuidOrder.BYTES) {
        @Override
        Server server(Path folder) {
            return new PostgreSqlServer(folder);
        }
    },
    MARIADB("MariaDB", GuidOrder.MARIADB) {
        @Override
        Server server(Path folder) {
            return new InnoDbServer(folder, InnoDbProgram.MARIADB);
        }
    },
    MYSQL("MySQL", GuidOrder.BYTES) {
        @Override
        Server server(Path folder) {
            return new InnoDbServer(folder, InnoDbProgram.MYSQL);
        }
    },
    H2("H2", GuidOrder.BYTES) {
        @Override
        Server server(Path folder) {
            return new H2Server(folder);
        }
    };

    private final String label;
    private final GuidOrder order;

    Database(String label, GuidOrder order) {
        this.label = label;
        this.order = order;
    }

    /** Returns a server that is not started yet. Its data will be in a folder that does not exist yet. */
    abstract Server server(Path folder);

    /** Returns whether the program of the server is on the class path. */
    boolean isPresent() {
        return switch (this) {
            case MARIADB -> InnoDbProgram.MARIADB.isPresent();
            case MYSQL -> InnoDbProgram.MYSQL.isPresent();
            case POSTGRESQL, H2 -> true;
        };
    }

    /** Returns the order of the column that Hibernate creates for a {@code UUID}. */
    GuidOrder order() {
        return order;
    }

    @JsonValue
    String label() {
        return label;
    }
}
