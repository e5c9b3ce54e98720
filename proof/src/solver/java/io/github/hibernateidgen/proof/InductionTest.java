package io.github.hibernateidgen.proof;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.z3.Context;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import io.github.hibernateidgen.proof.Model.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proves each model by induction, with the solver Z3: the first states have the invariant, each transition keeps it, and the
 * promise follows from it. The solver counts its steps instead of the time, so that the outcome is the same under load.
 */
class InductionTest {

    private static final List<String> MODELS = List.of("reservation.smt2", "segments.smt2");

    /** Steps of the solver: the first number is enough for nearly all queries. */
    private static final List<Integer> STEPS = List.of(100_000, 1_000_000, 10_000_000, 60_000_000);

    static Stream<Arguments> steps() {
        return MODELS.stream()
                .flatMap(name -> Stream.concat(
                                Stream.of("INIT", "SAFE"),
                                new Model(name).transitions().stream().map(Function::name))
                        .map(step -> Arguments.of(name, step)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("steps")
    void keepsTheInvariant(String name, String step) {
        long start = System.nanoTime();
        Model model = new Model(name);
        List<Query> queries = queries(model, step);
        assertThat(queries).isNotEmpty();
        List<String> open = queries.parallelStream()
                .filter(query -> !query.isProved())
                .map(Query::toString)
                .toList();
        System.out.printf(
                "%s %s: %d queries, %d open, %d ms%n",
                name, step, queries.size(), open.size(), (System.nanoTime() - start) / 1_000_000);
        assertThat(open).isEmpty();
    }

    private static List<Query> queries(Model model, String step) {
        if (step.equals("SAFE")) {
            return List.of(new Query(model, "", "s", new Term.Atom("(SAFE s)"), List.of(model.parts())));
        }
        List<Query> queries = new ArrayList<>();
        for (String part : model.parts()) {
            List<Term> goals = model.function(part).body().conjuncts();
            for (Term goal : goals) {
                queries.add(
                        step.equals("INIT")
                                ? new Query(model, "(INIT s)", "s", goal, List.of(List.of()))
                                : new Query(model, call(model.function(step)), "t", goal, hypotheses(model, part)));
            }
        }
        return queries;
    }

    private static String call(Function transition) {
        return transition.parameters().stream()
                .map(Model.Parameter::name)
                .collect(joining(" ", "(" + transition.name() + " ", ")"));
    }

    /** Returns sets of parts of the invariant, from few to all: a solver is fast with few, and few are enough for most goals. */
    private static List<List<String>> hypotheses(Model model, String part) {
        List<List<String>> sets = new ArrayList<>();
        for (String few : List.of(
                "",
                "iProc",
                "iTree",
                "iWrites",
                "iProc iWrites",
                "iTree iStore",
                "iTree iStore iProc",
                "iTree iWrites iStore iProc iEarly iIds")) {
            List<String> set = Stream.concat(Stream.of(part), Stream.of(few.split(" ")))
                    .filter(model.parts()::contains)
                    .distinct()
                    .toList();
            if (!sets.contains(set)) {
                sets.add(set);
            }
        }
        sets.add(model.parts());
        return sets;
    }

    /**
     * Whether a goal holds in a state.
     *
     * @param step what is known of the states s and t
     * @param state the state in which the goal must hold
     * @param hypotheses sets of parts of the invariant, one of which must be enough
     */
    private record Query(Model model, String step, String state, Term goal, List<List<String>> hypotheses) {

        boolean isProved() {
            return STEPS.stream()
                    .anyMatch(steps -> IntStream.range(0, hypotheses.size())
                            .anyMatch(set -> isProved(hypotheses.get(set), steps)));
        }

        private boolean isProved(List<String> known, int steps) {
            StringBuilder text = new StringBuilder(model.text());
            text.append("(declare-const s State)(declare-const t State)");
            if (model.defines(stepName())) {
                model.function(stepName()).parameters().stream()
                        .skip(2)
                        .forEach(one -> text.append("(declare-const " + one.name() + " " + one.sort() + ")"));
            }
            text.append("(define-fun goal ((s State)) Bool " + goal + ")");
            text.append("(assert guards)");
            known.forEach(part -> text.append("(assert (" + part + " s))"));
            if (!step.isEmpty()) {
                text.append("(assert " + step + ")");
            }
            text.append("(assert (not (goal " + state + ")))");
            try (Context context = new Context()) {
                Solver solver = context.mkSolver();
                Params params = context.mkParams();
                params.add("rlimit", steps);
                solver.setParameters(params);
                solver.fromString(text.toString());
                return solver.check() == Status.UNSATISFIABLE;
            }
        }

        private String stepName() {
            return step.isEmpty() || step.startsWith("(INIT") ? "" : step.substring(1, step.indexOf(' '));
        }

        @Override
        public String toString() {
            return step + " keeps " + goal;
        }
    }
}
