package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** PostgreSQL with a synchronous standby. */
@LongTest
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class SynchronousStandbyIT extends SynchronousContract<TestStandby> {

    @Override
    TestStandby start() throws Exception {
        return TestStandby.startOrSkip(JdbcDatabase.POSTGRESQL.ddl(), true);
    }

    @Test
    void primaryRestartsWhileAClaimWaits() throws Exception {
        makesNoIdTwice("restarted, claim", Waits.CLAIM, true, TestStandby::restartPrimary);
    }

    @Test
    void primaryRestartsWhileARenewalWaits() throws Exception {
        makesNoIdTwice("restarted, renewal", Waits.RENEWAL, true, TestStandby::restartPrimary);
    }

    @Test
    void aBackendIsKilledWhileAClaimWaits() throws Exception {
        makesNoIdTwice("backend killed, claim", Waits.CLAIM, true, TestStandby::killBackend);
    }

    @Test
    void theWaitingSessionIsTerminated() throws Exception {
        makesNoIdTwice("session terminated, claim", Waits.CLAIM, true, TestStandby::terminateWaiting);
    }

    @Test
    void theWaitingStatementIsCanceled() throws Exception {
        makesNoIdTwice("statement canceled, claim", Waits.CLAIM, true, TestStandby::cancelWaiting);
    }

    @Test
    void aClaimIsGivenUp() throws Exception {
        makesNoIdTwice("given up, claim", Waits.CLAIM, false, pair -> {});
    }
}
