package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A PostgreSQL fails over to its standby: no id is made twice where reservations settle. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class PostgresFailoverIT extends FailoverContract {

    @Override
    protected TestPair start() throws Exception {
        return TestStandby.startOrSkip(JdbcDatabase.POSTGRESQL.ddl());
    }

    @Override
    protected Class<TableClient> client() {
        return TableClient.class;
    }

    @Override
    protected String reservationOf(String namespace) {
        return "select owner from idgen_worker where namespace = '" + namespace + "'";
    }
}
