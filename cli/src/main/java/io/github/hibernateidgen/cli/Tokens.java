package io.github.hibernateidgen.cli;

import java.util.UUID;

/** A token for each write to a store, which no other write has. */
final class Tokens {

    private Tokens() {}

    static String next(String purpose) {
        return "idgen-" + purpose + "." + ProcessHandle.current().pid() + "/" + UUID.randomUUID();
    }
}
