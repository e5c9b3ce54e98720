package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.World.State;
import java.util.List;
import java.util.Map;

/** One counter with four runs of scripts, and two fetches of 50 numbers. */
final class SegmentCast implements Cast {

    private static final Map<String, List<String>> SORTS =
            Map.of("C", List.of("k0", "c1", "c2", "c3", "c4"), "F", List.of("f1", "f2"));

    @Override
    public Map<String, List<String>> sorts() {
        return SORTS;
    }

    @Override
    public Map<String, Object> constants(List<Long> numbers) {
        return Map.of("settle", numbers.get(0), "loss", numbers.get(1), "root", "k0");
    }

    @Override
    public void fix(State rigid, Map<String, List<String>> writes) {
        for (String content : SORTS.get("C")) {
            List<String> words = writes.getOrDefault(content, List.of("k0", "0", "-"));
            rigid.set("par", words.get(0), content);
            rigid.set("val", Long.valueOf(words.get(1)), content);
            rigid.set("isAdd", !words.get(2).equals("-"), content);
            rigid.set("by", words.get(2).equals("-") ? "f1" : words.get(2), content);
            Trees.ancestors(
                    rigid,
                    SORTS.get("C"),
                    content,
                    name -> writes.getOrDefault(name, List.of("k0")).get(0));
        }
        SORTS.get("F").forEach(fetch -> rigid.set("size", 50L, fetch));
    }

    @Override
    public void begin(State first) {
        first.set("now", 0L);
        first.set("cur", "k0");
        for (String content : SORTS.get("C")) {
            first.set("made", content.equals("k0"), content);
            first.set("at", 0L, content);
        }
        for (String fetch : SORTS.get("F")) {
            List.of("heard", "looks", "found", "issued").forEach(name -> first.set(name, false, fetch));
            List.of("heardAt", "sentAt").forEach(name -> first.set(name, 0L, fetch));
            first.set("run", "k0", fetch);
        }
    }

    @Override
    public List<String> expand(List<String> words) {
        if (!words.get(0).equals("fetch")) {
            return List.of(String.join(" ", words));
        }
        String content = words.get(1);
        String fetch = words.get(2);
        return List.of(
                "add " + content + " " + fetch,
                "hear " + content + " " + fetch,
                "time " + words.get(3),
                "look " + fetch,
                "find " + fetch + " " + content,
                "issue " + fetch);
    }
}
