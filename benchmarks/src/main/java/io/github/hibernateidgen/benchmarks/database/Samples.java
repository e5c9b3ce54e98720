package io.github.hibernateidgen.benchmarks.database;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A selection of a run's samples. */
record Samples(List<Sample> all) {

    Samples of(Database database) {
        return with(sample -> sample.database().equals(database.label()));
    }

    Samples of(String kind) {
        return with(sample -> sample.kind().equals(kind));
    }

    /** Returns the samples with a value of a parameter, for example {@code at("rate", 10)}. */
    Samples at(String name, Object value) {
        return with(sample ->
                String.valueOf(value).equals(String.valueOf(sample.at().get(name))));
    }

    Samples without(String name) {
        return with(sample -> !sample.at().containsKey(name));
    }

    Samples with(Predicate<Sample> which) {
        return new Samples(all.stream().filter(which).toList());
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Set<String> kinds() {
        return all.stream().map(Sample::kind).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the distinct values of a parameter, ascending. */
    List<Long> numbers(String name) {
        return all.stream()
                .filter(sample -> sample.at().containsKey(name))
                .map(sample -> ((Number) sample.at().get(name)).longValue())
                .distinct()
                .sorted()
                .toList();
    }

    Spread value(String name) {
        return Spread.of(all.stream()
                .filter(sample -> sample.values().containsKey(name))
                .map(sample -> sample.values().get(name))
                .toList());
    }

    /** Returns the ratio of a value to the same value of other samples, computed in each round in which theirs is not 0. */
    Spread ratioTo(Samples others, String name) {
        Map<Object, Double> byRound = others.all().stream()
                .collect(Collectors.toMap(sample -> sample.at().get("round"), valueOf(name)));
        return Spread.of(all.stream()
                .filter(sample -> byRound.getOrDefault(sample.at().get("round"), 0.0) > 0)
                .map(sample ->
                        valueOf(name).apply(sample) / byRound.get(sample.at().get("round")))
                .toList());
    }

    private static Function<Sample, Double> valueOf(String name) {
        return sample -> sample.values().get(name);
    }
}
