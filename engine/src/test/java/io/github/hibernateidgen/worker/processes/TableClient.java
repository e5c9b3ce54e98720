package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.sql.Driver;
import java.util.Properties;
import java.util.function.Supplier;

/** Connects a process to the table of a PostgreSQL, a MariaDB or an H2. */
public final class TableClient implements Supplier<ReservationStore> {

    @Override
    public ReservationStore get() {
        return connect(Address.told(), "idgen_worker");
    }

    static ReservationStore connect(Address database, String table) {
        String url = database.url();
        Properties account = new Properties();
        if (!database.user().isEmpty()) {
            account.setProperty("user", database.user());
            account.setProperty("password", database.password());
        }
        // Not by DriverManager, which loads the drivers of all databases first.
        Driver driver = url.startsWith("jdbc:mariadb:")
                ? new org.mariadb.jdbc.Driver()
                : url.startsWith("jdbc:h2:") ? new org.h2.Driver() : new org.postgresql.Driver();
        return new JdbcReservationStore(
                ConnectionSource.of(() -> driver.connect(url, account)), new JdbcTable(null, null, table));
    }
}
