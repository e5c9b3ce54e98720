package io.github.hibernateidgen.database;

/** A database in this JVM's memory. */
final class InProcess implements ServerSource {

    private final String jdbcUrl;
    private final String user;

    InProcess(String jdbcUrl, String user) {
        this.jdbcUrl = jdbcUrl;
        this.user = user;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.IN_PROCESS;
    }

    @Override
    public Server start() {
        return new Server(jdbcUrl, user, "", () -> {});
    }
}
