package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures of the work and of what surrounds it, together. */
class JtaTransactionsTest {

    private final List<String> calls = new ArrayList<>();

    /** A manager whose caller has a transaction, with failures of {@code resume} and {@code rollback}. */
    private JtaTransactions transactions(Throwable ofResume, Throwable ofRollback) {
        Transaction callers = (Transaction) Proxy.newProxyInstance(
                Transaction.class.getClassLoader(), new Class<?>[] {Transaction.class}, (self, method, values) -> null);
        return new JtaTransactions((TransactionManager) Proxy.newProxyInstance(
                TransactionManager.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (self, method, values) -> {
                    calls.add(method.getName());
                    Throwable failure = switch (method.getName()) {
                        case "resume" -> ofResume;
                        case "rollback" -> ofRollback;
                        default -> null;
                    };
                    if (failure != null) {
                        throw failure;
                    }
                    return method.getName().equals("suspend") ? callers : null;
                }));
    }

    @Test
    void failureOfTheWorkIsKeptWhereTheCallersTransactionIsLost() {
        SQLException ofTheWork = new SQLException("the table is missing", "42P01");
        InvalidTransactionException ofResume = new InvalidTransactionException("it was rolled back");
        assertThatThrownBy(() -> transactions(ofResume, null).transact(() -> {
                    throw ofTheWork;
                }))
                .isInstanceOf(NotResumedException.class)
                .hasCause(ofResume)
                .hasSuppressedException(ofTheWork);
        assertThat(calls).containsExactly("suspend", "begin", "rollback", "resume");
    }

    @Test
    void failureOfTheWorkIsThrownWhereTheRollbackFailsToo() {
        IllegalStateException ofTheWork = new IllegalStateException("no connection");
        Error ofRollback = new NoClassDefFoundError("org/acme/Recovery");
        assertThatThrownBy(() -> transactions(null, ofRollback).transact(() -> {
                    throw ofTheWork;
                }))
                .isSameAs(ofTheWork)
                .hasSuppressedException(ofRollback);
        assertThat(calls).containsExactly("suspend", "begin", "rollback", "resume");
    }

    @Test
    void callerLearnsOfItsLostTransactionAfterWorkThatWasDone() {
        InvalidTransactionException ofResume = new InvalidTransactionException("it was rolled back");
        assertThatThrownBy(() -> transactions(ofResume, null).transact(() -> "done"))
                .isInstanceOf(NotResumedException.class)
                .hasCause(ofResume)
                .hasNoSuppressedExceptions();
        assertThat(calls).containsExactly("suspend", "begin", "commit", "resume");
    }
}
