package io.github.hibernateidgen.internal.calls;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.util.Set;
import java.util.function.Predicate;

/** Kinds of failures, by SQLSTATE or by the error code of the vendor. The database need not be known. */
public final class SqlFailures {

    // MySQL and MariaDB report too many connections of a user with SQLSTATE 42000. These errors are temporary.
    private static final Set<Integer> TOO_MANY_CONNECTIONS = Set.of(1203, 1226);

    // The error codes of a missing table and of a missing right.
    private static final Set<Integer> SQL_SERVER_PERMANENT = Set.of(208, 229);
    private static final int SQL_SERVER_LOGIN = 18456;
    private static final int ORACLE_LOGIN = 1017;

    // H2's error codes of a missing schema, a missing database and a missing right, which are also its SQLSTATEs.
    // Source: org.h2.api.ErrorCode.
    private static final Set<Integer> H2_PERMANENT = Set.of(90013, 90079, 90096, 90146);

    // A conflict with another transaction, a deadlock, and a row whose lock is not available.
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "55P03");

    private SqlFailures() {}

    /**
     * Returns whether this exception, without its chain, reports a permanent failure: a failed login, a missing database,
     * schema or table, or a statement that is not allowed.
     */
    public static boolean lasts(SQLException e) {
        String state = state(e);
        int code = e.getErrorCode();
        return rejectsLogin(e)
                || isRejectedBySqlite(e)
                || switch (state.substring(0, Math.min(2, state.length()))) {
                    case "3D", "3F" -> true;
                    case "42" -> !TOO_MANY_CONNECTIONS.contains(code);
                    case "S0" -> SQL_SERVER_PERMANENT.contains(code);
                    case "90" -> H2_PERMANENT.contains(code);
                    default -> false;
                };
    }

    private static boolean rejectsLogin(SQLException e) {
        return switch (state(e).substring(0, Math.min(2, state(e).length()))) {
            case "28" -> true;
            case "S0" -> e.getErrorCode() == SQL_SERVER_LOGIN;
            case "72" -> e.getErrorCode() == ORACLE_LOGIN;
            default -> false;
        };
    }

    /** SQLite has no states, and the code 1 of its errors in SQL is too common among other drivers. */
    private static boolean isRejectedBySqlite(SQLException e) {
        return e.getSQLState() == null && String.valueOf(e.getMessage()).startsWith("[SQLITE_ERROR]");
    }

    /**
     * Returns whether the statement was canceled after its limit: PostgreSQL's driver has the state 57014, and others the class
     * of the exception.
     */
    public static boolean isCanceled(SQLException e) {
        return e instanceof SQLTimeoutException || state(e).equals("57014");
    }

    /** Returns whether the server has rejected the name or the password, by any exception of the chain. */
    public static boolean isRejectedLogin(Throwable failure) {
        return has(failure, SqlFailures::rejectsLogin);
    }

    /**
     * Returns whether the failure is the answer of a server that works, by any exception of the chain: a statement that waited
     * for a lock, was in a conflict with another transaction, or is not allowed.
     */
    public static boolean isAnswer(Throwable failure) {
        return has(
                failure,
                e -> lasts(e)
                        || isCanceled(e)
                        || e instanceof SQLTransactionRollbackException
                        || CONFLICTS.contains(state(e)));
    }

    private static boolean has(Throwable failure, Predicate<SQLException> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException first) {
                for (Throwable part : first) {
                    if (part instanceof SQLException e && kind.test(e)) {
                        return true;
                    }
                }
                return false;
            }
        }
        return false;
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }
}
