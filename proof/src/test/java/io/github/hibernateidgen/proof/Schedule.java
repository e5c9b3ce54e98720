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

/** A sequence of steps in a small world of the model of reservations, as a block of {@code reservation.schedules} describes it. */
final class Schedule {

    /** What a schedule leads to: the step that is not allowed, or how the promise stands at the end. */
    record Outcome(String text) {

        static final Outcome SAFE = new Outcome("all is safe");
        static final Outcome TWICE = new Outcome("a tick is issued twice");

        boolean isBlocked() {
            return text.startsWith("blocked");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A write: the number, the content that it replaces, its range, its run, and the process of the run. */
    private record Write(String number, String replaced, long floor, long end, String run, String process) {}

    private static final Map<String, List<String>> SORTS = Map.of(
            "W", List.of("w0", "w1"),
            "C", List.of("k0", "k1", "c1", "c2", "c3", "c4", "c5"),
            "P", List.of("p0", "p1", "p2"),
            "R", List.of("r0", "r1", "r2", "r3", "r4", "r5"));

    private final Model model;
    private final String guard;
    private final long settle;
    private final long loss;
    private final long tick;
    private final Map<String, Write> writes = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();

    private Schedule(Model model, List<String> lines) {
        this.model = model;
        String[] first = lines.get(0).split(" ");
        guard = first[0];
        settle = Long.parseLong(first[1]);
        loss = Long.parseLong(first[2]);
        tick = Long.parseLong(first[3]);
        for (String line : lines.subList(1, lines.size())) {
            if (line.contains("=")) {
                String[] words = line.split(" ");
                writes.put(
                        words[0],
                        new Write(
                                words[2],
                                words[3],
                                Long.parseLong(words[4]),
                                Long.parseLong(words[5]),
                                words[6],
                                words[7]));
            } else {
                Arrays.stream(line.split("; ")).forEach(step -> expand(step.split(" ")));
            }
        }
    }

    static List<Schedule> all(String name) {
        Model model = new Model(name + ".smt2");
        return Arrays.stream(Model.resource(name + ".schedules").split("\n\n"))
                .map(block ->
                        block.lines().filter(line -> !line.startsWith("#")).toList())
                .filter(lines -> !lines.isEmpty())
                .map(lines -> new Schedule(model, lines))
                .toList();
    }

    String guard() {
        return guard;
    }

    private void expand(String... words) {
        switch (words[0]) {
            case "claim" -> {
                add("start %s", words[1]);
                add("choose %s %s %s", words[1], words[3], words[2]);
                add("send %s", words[1]);
                expand("write", words[1], words[2]);
                if (words.length > 4) {
                    expand("settle", words[1], words[4]);
                }
            }
            case "write" -> {
                for (String step : List.of("apply", "durable", "ack")) {
                    add(step + " %s", words[2]);
                }
                add("hear %s %s", words[1], words[2]);
            }
            case "settle" -> {
                add("time %s", words[2]);
                add("look %s", words[1]);
                add("seenHeld %s", words[1]);
            }
            default -> steps.add(String.join(" ", words));
        }
    }

    private void add(String format, Object... words) {
        steps.add(String.format(format, words));
    }

    /** Plays the schedule without some guards. */
    Outcome play(Set<String> off) {
        Map<String, Object> constants =
                new HashMap<>(Map.of("settle", settle, "loss", loss, "tau", tick, "omega", "w0"));
        model.guards().keySet().forEach(name -> constants.put(name, !off.contains(name)));
        World world = new World(model, SORTS, constants, rigid());
        if (!world.holds("bounded", new State())) {
            return new Outcome("blocked before the first step, because the loss is longer than settle");
        }
        State state = first();
        for (int i = 0; i < steps.size(); i++) {
            try {
                state = step(world, state, steps.get(i).split(" "));
            } catch (Blocked e) {
                return new Outcome("blocked at step " + (i + 1) + " of " + steps.size() + ", \"" + steps.get(i)
                        + "\", by " + e.getMessage());
            }
        }
        return world.holds("SAFE", state) ? Outcome.SAFE : Outcome.TWICE;
    }

    private State step(World world, State state, String... words) {
        if (words[0].equals("time")) {
            return world.after(state, model.function("tTime"), List.of(Long.parseLong(words[1])));
        }
        Function transition = model.function("t" + words[0].substring(0, 1).toUpperCase() + words[0].substring(1));
        List<Object> arguments = new ArrayList<>();
        for (int i = 2; i < transition.parameters().size(); i++) {
            String given = i - 1 < words.length ? words[i - 1] : "";
            arguments.add(
                    switch (transition.parameters().get(i).sort()) {
                        case "Bool" -> Boolean.valueOf(given);
                        case "Int" -> given.isEmpty() ? 0L : Long.valueOf(given);
                        default -> given;
                    });
        }
        return world.after(state, transition, arguments);
    }

    private Map<String, Map<List<Object>, Object>> rigid() {
        State values = new State();
        Map<String, Write> all = new LinkedHashMap<>(writes);
        for (String content : SORTS.get("C")) {
            all.putIfAbsent(
                    content,
                    content.equals("k0")
                            ? new Write("w0", "k0", 0, 0, "r0", "p2")
                            : new Write("w1", "k1", 0, 0, content.equals("k1") ? "r1" : "r5", "p2"));
        }
        SORTS.get("R").forEach(run -> values.set("owner", "p2", run));
        all.forEach((name, write) -> {
            values.set("w", write.number(), name);
            values.set("par", write.replaced(), name);
            values.set("floor", write.floor(), name);
            values.set("end", write.end(), name);
            values.set("run", write.run(), name);
            for (String other : SORTS.get("C")) {
                values.set("anc", false, other, name);
            }
            String ancestor = name;
            while (!all.get(ancestor).replaced().equals(ancestor)) {
                values.set("anc", true, ancestor, name);
                ancestor = all.get(ancestor).replaced();
            }
            values.set("anc", true, ancestor, name);
        });
        writes.values().forEach(write -> values.set("owner", write.process(), write.run()));
        values.set("root", "k0", "w0");
        values.set("root", "k1", "w1");
        return values.values();
    }

    /** Returns the state that INIT describes. */
    private static State first() {
        State state = new State();
        state.set("now", 0L);
        for (String number : SORTS.get("W")) {
            state.set("row", "k" + number.substring(1), number);
        }
        for (String content : SORTS.get("C")) {
            boolean root = content.startsWith("k");
            List.of("created", "applied", "durable").forEach(name -> state.set(name, root, content));
            List.of("sent", "resent", "acked").forEach(name -> state.set(name, false, content));
            List.of("lastRow", "durAt").forEach(name -> state.set(name, 0L, content));
        }
        for (String process : SORTS.get("P")) {
            state.set("pr", process(), process);
            SORTS.get("W").forEach(number -> state.set("fit", true, process, number));
            SORTS.get("C").forEach(content -> state.set("early", false, process, content));
            for (String run : SORTS.get("R")) {
                List.of("can", "issued", "inh").forEach(name -> state.set(name, false, process, run));
                state.set("by", "k0", process, run);
            }
        }
        for (String run : SORTS.get("R")) {
            state.set("shut", false, run);
            state.set("lim", 0L, run);
        }
        return state;
    }

    /** Returns a process that has not started. */
    private static Map<String, Object> process() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name : List.of("alive", "has", "hasUn", "hasCh", "shown", "res", "closed", "deaf")) {
            fields.put(name, false);
        }
        for (String name : List.of("hf", "confAt", "look", "past")) {
            fields.put(name, 0L);
        }
        for (String name : List.of("held", "un", "ch", "sc")) {
            fields.put(name, "k0");
        }
        fields.put("se", -1L);
        return fields;
    }
}
