package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The transitions as tables. */
class ReservationStateTest {

    private static final StoredSlot FREE = slot("them", 100);
    private static final Swap CLAIM = Swap.claim(FREE, slot("claim", 200));
    private static final HeldSlot OWN = new HeldSlot(slot("claim", 200), 100);
    private static final Swap RENEWAL = OWN.at(199).renewal("renewal", 300);
    private static final HeldSlot RENEWED = new HeldSlot(slot("renewal", 300), 100);

    private static StoredSlot slot(String owner, long until) {
        return new StoredSlot(7, owner, until);
    }

    private static ReservationState state(@Nullable HeldSlot held, @Nullable Swap unanswered) {
        return new ReservationState(held, unanswered, List.of(), 0, Long.MIN_VALUE, false);
    }

    static List<Arguments> rows() {
        return List.of(
                row("nothing held, nothing sent: rows change nothing", state(null, null), slot("claim", 200), null),
                row("claim unanswered, applied", state(null, CLAIM), slot("claim", 200), OWN),
                row("claim unanswered, not applied", state(null, CLAIM), FREE, null),
                row("claim unanswered, another was faster", state(null, CLAIM), slot("others", 250), null),
                row("held, confirmed again", state(OWN, null), slot("claim", 200), OWN),
                row("held, and lost", state(OWN, null), slot("others", 400), null),
                row("renewal unanswered, applied", state(OWN, RENEWAL), slot("renewal", 300), RENEWED),
                row("renewal unanswered, not applied", state(OWN, RENEWAL), slot("claim", 200), OWN),
                row("renewal unanswered, and lost", state(OWN, RENEWAL), slot("others", 400), null),
                row(
                        "a copy of this process renewed before us",
                        state(OWN, RENEWAL),
                        slot("another-renewal", 300),
                        null),
                row("the first of two renewals, applied late", twoRenewals(199), slot("renewal", 300), RENEWED),
                row(
                        "the second of two renewals",
                        twoRenewals(199),
                        slot("second", 310),
                        new HeldSlot(slot("second", 310), 100)),
                row("neither of two renewals", twoRenewals(199), slot("claim", 200), OWN),
                row("two renewals, and lost", twoRenewals(199), slot("others", 400), null),
                row("a renewal of before the end, applied after it", twoRenewals(200), slot("renewal", 300), null),
                row("a token of ours with another end", state(OWN, RENEWAL), slot("renewal", 301), null),
                row("a token of ours of long ago: a copy is there", state(RENEWED, null), slot("claim", 200), null));
    }

    /** The store has shown that the first renewal was not applied, at a time; another one is on its way. */
    private static ReservationState twoRenewals(long seenAt) {
        return state(OWN, RENEWAL)
                .at(seenAt)
                .seen(List.of(slot("claim", 200)))
                .sent(OWN.at(seenAt).renewal("second", 310));
    }

    private static Arguments row(String name, ReservationState before, StoredSlot stored, @Nullable HeldSlot after) {
        return Arguments.of(name, before, stored, after);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void believesTheRows(String name, ReservationState before, StoredSlot stored, @Nullable HeldSlot after) {
        StoredSlot unrelated = new StoredSlot(8, "claim", 200);

        ReservationState seen = before.seen(List.of(unrelated, stored));

        assertThat(seen.held()).isEqualTo(after);
        assertThat(seen.unanswered()).isNull();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void hasLostARowThatIsGone(String name, ReservationState before, StoredSlot stored, @Nullable HeldSlot after) {
        assertThat(before.seen(List.of())).isEqualTo(ReservationState.START);
    }

    static List<Arguments> swaps() {
        return List.of(
                Arguments.of("claim of a used slot: the old end is the floor", CLAIM, OWN),
                Arguments.of(
                        "claim of a new slot: no floor",
                        Swap.claim(null, slot("claim", 200)),
                        new HeldSlot(slot("claim", 200), 0)),
                Arguments.of("renewal in time: the floor stays", RENEWAL, RENEWED),
                Arguments.of(
                        "renewal of what has ended: the old end is the floor",
                        OWN.at(200).renewal("renewal", 300),
                        new HeldSlot(slot("renewal", 300), 200)),
                release("release after some ticks", 150, 150),
                release("release without a tick", Long.MIN_VALUE, 100),
                release("release at the last tick", 200, 200),
                release("release, last tick not known", Long.MAX_VALUE, 200));
    }

    private static Arguments release(String name, long issuedEnd, long end) {
        return Arguments.of(name, OWN.release("release", issuedEnd), new HeldSlot(slot("release", end), 100));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("swaps")
    void holdsWhatIsApplied(String name, Swap swap, HeldSlot after) {
        ReservationState sent = state(OWN, null).sent(swap);

        assertThat(sent).isEqualTo(state(OWN, swap));
        assertThat(sent.applied(swap, 17))
                .isEqualTo(new ReservationState(after, null, List.of(), 17, after.floor(), false));
    }

    /** Another process may have the row since. */
    @Test
    void ignoresTheAnswerToASwapThatIsNotUnanswered() {
        ReservationState lost = state(OWN, RENEWAL).seen(List.of(slot("others", 400)));
        assertThat(lost.applied(RENEWAL, 17)).isEqualTo(lost).isEqualTo(ReservationState.START);
        ReservationState again = state(RENEWED, OWN.renewal("again", 400));
        assertThat(again.applied(RENEWAL, 17)).isEqualTo(again);
    }

    /** A renewal that is on its way may still be applied, so another one must replace its row, or show that it was not. */
    @Test
    void writesAgainUntilTheStoreAnswers() {
        Swap second = OWN.renewal("second", 310);
        ReservationState notApplied = state(OWN, RENEWAL).seen(List.of(OWN.row()));
        assertThat(notApplied.earlier()).containsExactly(RENEWAL);
        assertThat(notApplied.needsAnswer()).isTrue();

        ReservationState twice = notApplied.sent(second).seen(List.of(OWN.row()));
        assertThat(twice.earlier()).containsExactly(RENEWAL, second);
        assertThat(twice.applied(RENEWAL, 17)).as("not the last one").isEqualTo(twice);

        ReservationState shown = twice.seen(List.of(RENEWAL.update()));
        assertThat(shown).isEqualTo(new ReservationState(RENEWED, null, List.of(), 0, Long.MIN_VALUE, true));
        assertThat(shown.needsAnswer()).isTrue();

        ReservationState answered = notApplied.sent(second).applied(second, 17);
        assertThat(answered.earlier()).isEmpty();
        assertThat(answered.needsAnswer()).isFalse();
    }

    private static final long SETTLE = 400;

    static List<Arguments> looks() {
        ReservationState claimed = state(null, CLAIM).applied(CLAIM, 1_000);
        ReservationState settled = claimed.observed(1_400, SETTLE);
        ReservationState renewed = settled.sent(RENEWAL).applied(RENEWAL, 2_000);
        ReservationState shown = settled.sent(RENEWAL).seen(List.of(RENEWAL.update()));
        Swap again = RENEWED.renewal("again", 300);
        Swap late = OWN.at(200).renewal("late", 400);
        Swap other = Swap.claim(slot("x", 150), slot("y", 500));
        return List.of(
                Arguments.of("a claim is not settled", claimed, null),
                Arguments.of("a look that was sent too early", claimed.observed(1_399, SETTLE), null),
                Arguments.of("a look that was sent in time", settled, new WorkerReservation(7, 100, 200)),
                Arguments.of("a renewal leaves what was settled", renewed, new WorkerReservation(7, 100, 200)),
                Arguments.of("an early look too", renewed.observed(2_399, SETTLE), new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "a renewal is settled", renewed.observed(2_400, SETTLE), new WorkerReservation(7, 100, 300)),
                Arguments.of(
                        "a clock of nanoseconds may wrap",
                        state(null, CLAIM).applied(CLAIM, Long.MAX_VALUE).observed(Long.MIN_VALUE + 399, SETTLE),
                        new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "a late renewal begins anew", settled.at(200).sent(late).applied(late, 3_000), null),
                Arguments.of(
                        "and is settled from its own floor",
                        settled.at(200).sent(late).applied(late, 3_000).observed(3_400, SETTLE),
                        new WorkerReservation(7, 200, 400)),
                Arguments.of(
                        "a claim that was only shown",
                        state(null, CLAIM).seen(List.of(CLAIM.update())).observed(9_000, SETTLE),
                        null),
                Arguments.of("a renewal that was only shown", shown, new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "nor settled by a look", shown.observed(9_000, SETTLE), new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "still shown, and its successor was not applied",
                        shown.sent(again).seen(List.of(RENEWAL.update())).observed(9_000, SETTLE),
                        new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "an answer to its successor is not settled yet",
                        shown.sent(again).applied(again, 5_000),
                        new WorkerReservation(7, 100, 200)),
                Arguments.of(
                        "and settles both",
                        shown.sent(again).applied(again, 5_000).observed(5_400, SETTLE),
                        new WorkerReservation(7, 100, 300)),
                Arguments.of(
                        "shown late, from its own floor",
                        settled.at(200).sent(late).seen(List.of(late.update())).observed(9_000, SETTLE),
                        null),
                Arguments.of("nothing of it is left", settled.at(200), null),
                Arguments.of("what is lost is not settled", settled.seen(List.of()), null),
                Arguments.of(
                        "nor a claim after it",
                        settled.seen(List.of()).sent(other).applied(other, 3_001),
                        null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("looks")
    void issuesWhatIsSettled(String name, ReservationState state, @Nullable WorkerReservation reservation) {
        assertThat(state.reservation()).isEqualTo(reservation);
        assertThat(state.isSettled())
                .isEqualTo(state.held() == null
                        || state.held().floor() == state.held().row().reservedUntil()
                        || (reservation != null
                                && reservation.reservedUntil()
                                        == state.held().row().reservedUntil()));
    }
}
