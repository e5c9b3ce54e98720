package io.github.hibernateidgen.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.proof.Schedule.Outcome;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays a schedule for each guard and each assumption of a model: without the guard the schedule issues something twice, and with
 * the guard the model does not allow one of its steps. So none of them can be left out.
 */
class ScheduleTest {

    static Stream<Arguments> schedules() {
        return Stream.of("reservation", "segments")
                .flatMap(model ->
                        Schedule.all(model).stream().map(schedule -> Arguments.of(model, schedule.guard(), schedule)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("schedules")
    void needsTheGuard(String model, String guard, Schedule schedule) {
        Outcome with = schedule.play(Set.of());
        if (guard.equals("none")) {
            assertThat(with).isEqualTo(Outcome.SAFE);
            assertThat(schedule.played()).contains("issue");
            return;
        }
        Outcome without = schedule.play(Set.of(guard));
        System.out.println(model + " " + guard + ": " + without + " without it, and " + with + " with it");

        assertThat(without).isEqualTo(Outcome.TWICE);
        assertThat(with.isBlocked()).as(with.toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reservation", "segments"})
    void hasAScheduleForEachGuard(String model) {
        Set<String> guards = new TreeSet<>(new Model(model + ".smt2").guards().keySet());
        List<String> played = Schedule.all(model).stream().map(Schedule::guard).toList();
        assertThat(played).containsAll(guards);
    }

    /** A transition that is never allowed would be proved, too. */
    @ParameterizedTest
    @ValueSource(strings = {"reservation", "segments"})
    void playsEachTransitionWithAllGuards(String model) {
        Set<String> played = new TreeSet<>();
        for (Schedule schedule : Schedule.all(model)) {
            schedule.play(Set.of());
            schedule.played()
                    .forEach(step -> played.add("t" + step.substring(0, 1).toUpperCase() + step.substring(1)));
        }
        assertThat(played)
                .containsAll(new Model(model + ".smt2")
                        .transitions().stream().map(Model.Function::name).toList());
    }
}
