package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.Model.Function;
import io.github.hibernateidgen.proof.World.Blocked;
import io.github.hibernateidgen.proof.World.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** A sequence of steps in a small world of a model, as a block of a file of schedules describes it. */
final class Schedule {

    /** What a schedule leads to: the step that is not allowed, or how the promise stands at the end. */
    record Outcome(String text) {

        static final Outcome SAFE = new Outcome("all is safe");
        static final Outcome TWICE = new Outcome("something is issued twice");

        boolean isBlocked() {
            return text.startsWith("blocked");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final Map<String, Supplier<Cast>> CASTS =
            Map.of("reservation", ReservationCast::new, "segments", SegmentCast::new);

    private final Model model;
    private final Cast cast;
    private final String guard;
    private final Map<String, Object> constants;
    private final Map<String, List<String>> writes = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();
    private final Set<String> played = new TreeSet<>();

    private Schedule(Model model, Cast cast, List<String> lines) {
        this.model = model;
        this.cast = cast;
        List<String> first = words(lines.get(0));
        guard = first.get(0);
        constants = cast.constants(first.stream().skip(1).map(Long::valueOf).toList());
        for (String line : lines.subList(1, lines.size())) {
            if (line.contains(" = ")) {
                writes.put(
                        words(line).get(0), words(line).subList(2, words(line).size()));
            } else {
                Arrays.stream(line.split("; ")).forEach(step -> steps.addAll(cast.expand(words(step))));
            }
        }
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }

    static List<Schedule> all(String name) {
        Model model = new Model(name + ".smt2");
        return Arrays.stream(Model.resource(name + ".schedules").split("\n\n"))
                .map(block ->
                        block.lines().filter(line -> !line.startsWith("#")).toList())
                .filter(lines -> !lines.isEmpty())
                .map(lines -> new Schedule(model, CASTS.get(name).get(), lines))
                .toList();
    }

    /** Returns the guard without which something is issued twice; {@code none} if there is no such guard. */
    String guard() {
        return guard;
    }

    /** Returns the transitions that were allowed when the schedule was played. */
    Set<String> played() {
        return played;
    }

    /**
     * Plays the schedule without some guards. With all guards the axioms must hold, and the invariant in each state: otherwise the
     * proof would be of nothing.
     */
    Outcome play(Set<String> off) {
        Map<String, Object> values = new HashMap<>(constants);
        model.guards().keySet().forEach(name -> values.put(name, !off.contains(name)));
        State rigid = new State();
        cast.fix(rigid, writes);
        World world = new World(model, cast.sorts(), values, rigid.values());
        if (!world.holds("bounded", new State())) {
            return new Outcome("blocked before the first step, because the loss is longer than settle");
        }
        State state = new State();
        cast.begin(state);
        played.clear();
        if (off.isEmpty()) {
            model.axioms().forEach(world::require);
            world.require("INIT", state);
        }
        for (int i = 0; i < steps.size(); i++) {
            try {
                state = step(world, state, words(steps.get(i)));
                played.add(words(steps.get(i)).get(0));
                for (String part : off.isEmpty() ? model.parts() : List.<String>of()) {
                    world.require(part, state);
                }
            } catch (Blocked e) {
                return new Outcome("blocked at step " + (i + 1) + " of " + steps.size() + ", \"" + steps.get(i)
                        + "\", by " + e.getMessage());
            }
        }
        return world.holds("SAFE", state) ? Outcome.SAFE : Outcome.TWICE;
    }

    private State step(World world, State state, List<String> words) {
        String name = words.get(0);
        Function transition = model.function("t" + name.substring(0, 1).toUpperCase() + name.substring(1));
        if (name.equals("time")) { // The only transition whose formula does not name the new value.
            return world.after(state, transition, List.of(Long.valueOf(words.get(1))));
        }
        List<Object> arguments = new ArrayList<>();
        for (int i = 2; i < transition.parameters().size(); i++) {
            String given = i - 1 < words.size() ? words.get(i - 1) : "";
            arguments.add(
                    switch (transition.parameters().get(i).sort()) {
                        case "Bool" -> Boolean.valueOf(given);
                        case "Int" -> given.isEmpty() ? 0L : Long.valueOf(given);
                        default -> given;
                    });
        }
        return world.after(state, transition, arguments);
    }
}
