package io.github.hibernateidgen.internal.database;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource.Work;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in separate JTA transactions. A pool that takes part in JTA may reject a request for a connection outside of
 * any transaction, or log a warning. Work in the caller's transaction would be rolled back together with that transaction.
 *
 * <p>Thread-safe.
 *
 * @param manager begins and ends transactions
 */
record JtaTransactions(TransactionManager manager) {

    private static final String REMEDY =
            "; if this persists, reserve worker numbers in a JdbcReservationStore with a data source of its own: ";

    /** Returns null if Hibernate has no transaction manager. */
    static @Nullable JtaTransactions of(ServiceRegistry registry) {
        JtaPlatform platform = registry.getService(JtaPlatform.class);
        TransactionManager manager = platform == null ? null : platform.retrieveTransactionManager();
        return manager == null ? null : new JtaTransactions(manager);
    }

    /**
     * Suspends the caller's transaction, runs work in a new transaction, and resumes the caller's transaction.
     *
     * @throws NotResumedException if the caller's transaction stays suspended
     * @throws SQLException if no transaction could be begun, if the work fails, or if its commit fails
     */
    <T> T transact(Work<T> work) throws SQLException {
        Transaction callers;
        try {
            callers = manager.suspend();
        } catch (SystemException e) {
            throw notBegun(e);
        }
        T result;
        try {
            result = inNewTransaction(work);
        } catch (SQLException | RuntimeException | Error e) {
            resume(callers, e);
            throw e;
        }
        resume(callers, null);
        return result;
    }

    private <T> T inNewTransaction(Work<T> work) throws SQLException {
        try {
            manager.begin();
        } catch (Exception e) {
            throw notBegun(e);
        }
        T result;
        try {
            result = work.run();
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(e);
            throw e;
        }
        try {
            manager.commit();
        } catch (Exception e) {
            // SQLSTATE 40003: the transaction may or may not have been committed.
            throw new SQLException("its transaction could not be committed" + REMEDY + e.getMessage(), "40003", e);
        }
        return result;
    }

    private void rollBack(Throwable reason) {
        try {
            manager.rollback();
        } catch (SystemException | RuntimeException | Error e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * Resumes the caller's transaction.
     *
     * @param failure the failure of the work, or null
     * @throws NotResumedException if the transaction can't be resumed; the failure of the work is then a suppressed
     *     exception, because the loss of the transaction matters more to the caller
     */
    private void resume(@Nullable Transaction callers, @Nullable Throwable failure) throws SQLException {
        if (callers == null) {
            return;
        }
        try {
            manager.resume(callers);
        } catch (InvalidTransactionException | SystemException | RuntimeException | Error e) {
            NotResumedException lost = new NotResumedException(e);
            if (failure != null) {
                lost.addSuppressed(failure);
            }
            throw lost;
        }
    }

    /** Makes an exception with SQLSTATE 08001, as for a connection that can't be opened. */
    private static SQLException notBegun(Exception e) {
        return new SQLTransientConnectionException(
                "no JTA transaction could be begun" + REMEDY + e.getMessage(), "08001", e);
    }
}
