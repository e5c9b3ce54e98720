package io.github.hibernateidgen.database;

/** The ways to a server, in the order in which they are tried. */
enum SourceKind {
    GIVEN("the URL given"),
    DOCKER("Testcontainers"),
    BINARIES("binaries from Maven Central"),
    IN_PROCESS("in process");

    private final String text;

    SourceKind(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
