package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.World.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two worker numbers, five writes and three processes. */
final class ReservationCast implements Cast {

    /** A write: the number, the content that it replaces, its range, its run, and the process of the run. */
    private record Write(String number, String replaced, long floor, long end, String run, String process) {

        static Write of(List<String> words) {
            return new Write(
                    words.get(0),
                    words.get(1),
                    Long.parseLong(words.get(2)),
                    Long.parseLong(words.get(3)),
                    words.get(4),
                    words.get(5));
        }
    }

    private static final Map<String, List<String>> SORTS = Map.of(
            "W", List.of("w0", "w1"),
            "C", List.of("k0", "k1", "c1", "c2", "c3", "c4", "c5"),
            "P", List.of("p0", "p1", "p2"),
            "R", List.of("r0", "r1", "r2", "r3", "r4", "r5"));

    @Override
    public Map<String, List<String>> sorts() {
        return SORTS;
    }

    @Override
    public Map<String, Object> constants(List<Long> numbers) {
        return Map.of("settle", numbers.get(0), "loss", numbers.get(1), "tau", numbers.get(2), "omega", "w0");
    }

    @Override
    public void fix(State rigid, Map<String, List<String>> writes) {
        Map<String, Write> all = new LinkedHashMap<>();
        all.put("k0", new Write("w0", "k0", 0, 0, "r0", "p2"));
        all.put("k1", new Write("w1", "k1", 0, 0, "r1", "p2"));
        writes.forEach((name, words) -> all.put(name, Write.of(words)));
        SORTS.get("C").forEach(unused -> all.putIfAbsent(unused, new Write("w1", "k1", 0, 0, "r5", "p2")));
        SORTS.get("R").forEach(run -> rigid.set("owner", "p2", run));
        all.forEach((name, write) -> {
            rigid.set("w", write.number(), name);
            rigid.set("par", write.replaced(), name);
            rigid.set("floor", write.floor(), name);
            rigid.set("end", write.end(), name);
            rigid.set("run", write.run(), name);
            Trees.ancestors(
                    rigid, SORTS.get("C"), name, content -> all.get(content).replaced());
        });
        writes.keySet()
                .forEach(name -> rigid.set(
                        "owner", all.get(name).process(), all.get(name).run()));
        rigid.set("root", "k0", "w0");
        rigid.set("root", "k1", "w1");
    }

    @Override
    public void begin(State first) {
        first.set("now", 0L);
        for (String number : SORTS.get("W")) {
            first.set("row", "k" + number.substring(1), number);
        }
        for (String content : SORTS.get("C")) {
            boolean root = content.startsWith("k");
            List.of("created", "applied", "durable").forEach(name -> first.set(name, root, content));
            List.of("sent", "resent", "acked").forEach(name -> first.set(name, false, content));
            List.of("lastRow", "durAt").forEach(name -> first.set(name, 0L, content));
        }
        for (String process : SORTS.get("P")) {
            first.set("pr", process(), process);
            SORTS.get("W").forEach(number -> first.set("fit", true, process, number));
            SORTS.get("C").forEach(content -> first.set("early", false, process, content));
            for (String run : SORTS.get("R")) {
                List.of("can", "issued", "inh").forEach(name -> first.set(name, false, process, run));
                first.set("by", "k0", process, run);
            }
        }
        for (String run : SORTS.get("R")) {
            first.set("shut", false, run);
            first.set("lim", 0L, run);
        }
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

    @Override
    public List<String> expand(List<String> words) {
        String process = words.size() > 1 ? words.get(1) : "";
        return switch (words.get(0)) {
            case "claim" -> {
                String write = words.get(2);
                List<String> steps = new ArrayList<>(List.of(
                        "start " + process, "choose " + process + " " + words.get(3) + " " + write, "send " + process));
                steps.addAll(expand(List.of("write", process, write)));
                if (words.size() > 4) {
                    steps.addAll(expand(List.of("settle", process, words.get(4))));
                }
                yield steps;
            }
            case "write" -> {
                String write = words.get(2);
                yield List.of("apply " + write, "durable " + write, "ack " + write, "hear " + process + " " + write);
            }
            case "settle" -> List.of("time " + words.get(2), "look " + process, "seenHeld " + process);
            default -> List.of(String.join(" ", words));
        };
    }
}
