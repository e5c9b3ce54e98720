package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerChoiceTest {

    private final List<SourceKind> tried = new ArrayList<>();

    @Test
    void triesTheUsersServerThenDockerThenBinariesThenInProcess() throws Exception {
        Set<SourceKind> available = EnumSet.noneOf(SourceKind.class);
        for (SourceKind kind :
                List.of(SourceKind.IN_PROCESS, SourceKind.BINARIES, SourceKind.DOCKER, SourceKind.GIVEN)) {
            available.add(kind);
            assertThat(ServerChoice.among(sources(available)).source()).isEqualTo(kind.toString());
        }
    }

    @Test
    void triesNoMoreOnceAServerRuns() throws Exception {
        ServerChoice.among(sources(Set.of(SourceKind.DOCKER, SourceKind.BINARIES)));
        assertThat(tried).containsExactly(SourceKind.GIVEN, SourceKind.DOCKER);
    }

    @Test
    void tellsEachReasonWhenNothingLeadsToAServer() {
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> ServerChoice.among(sources(Set.of())))
                .withMessage("no GIVEN; no DOCKER; no BINARIES; no IN_PROCESS");
    }

    @Test
    void triesNothingElseWhenTheUsersServerDoesNotAnswer() {
        ServerSource broken = new ServerSource() {
            @Override
            public SourceKind kind() {
                return SourceKind.GIVEN;
            }

            @Override
            public Server start() throws SQLException {
                throw new SQLException("refused");
            }
        };
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> ServerChoice.among(List.of(new Fake(SourceKind.IN_PROCESS, true), broken)));
        assertThat(tried).isEmpty();
    }

    private List<ServerSource> sources(Set<SourceKind> available) {
        List<ServerSource> sources = new ArrayList<>();
        for (SourceKind kind : SourceKind.values()) {
            sources.add(new Fake(kind, available.contains(kind)));
        }
        Collections.shuffle(sources, new Random(1));
        return sources;
    }

    private final class Fake implements ServerSource {

        private final SourceKind kind;
        private final boolean available;

        Fake(SourceKind kind, boolean available) {
            this.kind = kind;
            this.available = available;
        }

        @Override
        public SourceKind kind() {
            return kind;
        }

        @Override
        public Server start() throws UnavailableException {
            tried.add(kind);
            if (!available) {
                throw new UnavailableException("no " + kind.name());
            }
            return new Server("jdbc:fake", "", "", () -> {});
        }
    }
}
