package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.database.TestSemiSynchronous;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * MariaDB with a semi-synchronous replica. {@code AFTER_COMMIT}, which is the default, shows a commit before the replica has
 * it; {@code AFTER_SYNC} shows it only after a restart.
 */
@LongTest
@Timeout(600)
class SemiSynchronousIT extends SynchronousContract<TestSemiSynchronous> {

    private String waitPoint = "AFTER_COMMIT";

    @Override
    TestSemiSynchronous start() throws Exception {
        return TestSemiSynchronous.startOrSkip(JdbcDatabase.MARIADB.ddl(), waitPoint);
    }

    @Test
    void aClaimIsGivenUpAfterCommit() throws Exception {
        makesNoIdTwice("AFTER_COMMIT, given up, claim", Waits.CLAIM, true, pair -> {});
    }

    @Test
    void aRenewalIsGivenUpAfterCommit() throws Exception {
        makesNoIdTwice("AFTER_COMMIT, given up, renewal", Waits.RENEWAL, true, pair -> {});
    }

    @Test
    void aClaimIsGivenUpAfterSync() throws Exception {
        waitPoint = "AFTER_SYNC";
        makesNoIdTwice("AFTER_SYNC, given up, claim", Waits.CLAIM, false, pair -> {});
    }

    @Test
    void primaryRestartsWhileAClaimWaitsAfterSync() throws Exception {
        waitPoint = "AFTER_SYNC";
        makesNoIdTwice("AFTER_SYNC, restarted, claim", Waits.CLAIM, true, TestSemiSynchronous::restartPrimary);
    }
}
