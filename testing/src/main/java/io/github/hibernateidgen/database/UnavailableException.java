package io.github.hibernateidgen.database;

/** A way to a server that leads nowhere on this machine; the message says why and what would help. */
final class UnavailableException extends Exception {

    UnavailableException(String reason) {
        super(reason);
    }

    UnavailableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
