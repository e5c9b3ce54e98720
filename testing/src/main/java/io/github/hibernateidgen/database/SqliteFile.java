package io.github.hibernateidgen.database;

import java.io.IOException;

/** SQLite on a file: its shared memory databases refuse a second connection where a file makes it wait. */
final class SqliteFile implements ServerSource {

    @Override
    public SourceKind kind() {
        return SourceKind.IN_PROCESS;
    }

    @Override
    public Server start() throws UnavailableException {
        try {
            ServerFolder folder =
                    ServerFolder.create("sqlite-" + ProcessHandle.current().pid());
            String url = "jdbc:sqlite:" + folder.path().resolve("idgen.db")
                    + "?journal_mode=WAL&synchronous=OFF&busy_timeout=10000";
            return new Server(url, "", "", folder::end);
        } catch (IOException e) {
            throw new UnavailableException("no folder for its file: " + e, e);
        }
    }
}
