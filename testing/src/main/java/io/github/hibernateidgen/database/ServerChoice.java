package io.github.hibernateidgen.database;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/** The first way that leads to a server, and its name. */
record ServerChoice(Server server, String source) {

    /**
     * Tries the sources in the order of {@link SourceKind}.
     *
     * @throws UnavailableException if none leads to a server, with the reason of each
     */
    static ServerChoice among(List<ServerSource> sources) throws UnavailableException, SQLException {
        StringJoiner reasons = new StringJoiner("; ");
        for (ServerSource source : sources.stream()
                .sorted(Comparator.comparing(ServerSource::kind))
                .toList()) {
            try {
                return new ServerChoice(source.start(), source.description());
            } catch (UnavailableException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new UnavailableException(reasons.toString());
    }
}
