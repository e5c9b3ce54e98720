package io.github.hibernateidgen.internal.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A message repeats a given value on one line, because lines are added to a log by whoever chooses the value. */
class PrintedValuesTest {

    private static final String GIVEN = "a\r\nWARN b\u202e";

    @PublicId(prefix = "note_")
    record NoteId(@Nullable String value) {

        @Override
        public String toString() {
            return GIVEN;
        }
    }

    record Changed(String value) {

        Changed {
            value += GIVEN;
        }
    }

    record Rejecting(String value) {

        Rejecting {
            throw new IllegalStateException("rejected");
        }
    }

    static List<ThrowingCallable> calls() {
        IdText notes = new PublicIds().find(NoteId.class).orElseThrow();
        return List.of(
                () -> notes.write(new StringBuilder(GIVEN)),
                () -> notes.write(new NoteId(null)),
                () -> IdClass.of(Changed.class).wrap(GIVEN),
                () -> IdClass.of(Rejecting.class).wrap(GIVEN),
                () -> JdbcTable.of(GIVEN),
                () -> JdbcTable.of("a.b.c." + GIVEN),
                () -> WorkerRange.parse(GIVEN),
                () -> ReservationTerms.DEFAULT.withNamespace(GIVEN));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aGivenValueIsShownOnOneLine(ThrowingCallable call) {
        assertThat(catchThrowable(call))
                .hasMessageContaining("a\\u000d\\u000aWARN b\\u202e")
                .hasMessageNotContaining("\n");
    }
}
