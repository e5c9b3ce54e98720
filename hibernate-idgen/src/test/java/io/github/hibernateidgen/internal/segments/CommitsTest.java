package io.github.hibernateidgen.internal.segments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitsTest {

    private final Commits commits = new Commits();

    @Test
    void areAcknowledgedWhereNothingWasFetched() {
        assertThat(commits.areAcknowledged()).isTrue();
    }

    @Test
    void areNotAcknowledgedWhileAFetchWaits() {
        long first = commits.begin();
        long second = commits.begin();
        commits.answered(second);
        assertThat(commits.areAcknowledged()).isFalse();
        commits.answered(first);
        assertThat(commits.areAcknowledged()).isTrue();
    }

    @Test
    void areAcknowledgedAfterAFailureOnlyByAFetchThatBeganLater() {
        commits.begin();
        long before = commits.begin();
        commits.failed();
        commits.answered(before);
        assertThat(commits.areAcknowledged()).isFalse();
        long after = commits.begin();
        commits.answered(after);
        assertThat(commits.areAcknowledged()).isTrue();
    }

    @Test
    void areNotWaitedForWhereTheServerRefusesTheMessage() {
        commits.begin();
        commits.failed();
        commits.forgetFailures();
        assertThat(commits.areAcknowledged()).isTrue();
    }
}
