package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.Model.Function;
import io.github.hibernateidgen.proof.Model.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A finite world of a {@link Model}, in which its formulas are computed, without a solver. A value is a Boolean, a Long, a name
 * of an element of a sort, or a map of fields.
 */
final class World {

    /** A step that the model does not allow, with the condition that is not met. */
    static final class Blocked extends RuntimeException {
        Blocked(String condition) {
            super(condition);
        }
    }

    private record Condition(Term term, Map<String, Object> names) {}

    private final Model model;

    /** The elements of each sort. */
    private final Map<String, List<String>> sorts;

    private final Map<String, Object> constants;

    /** The functions that never change. */
    private final Map<String, Map<List<Object>, Object>> rigid;

    World(
            Model model,
            Map<String, List<String>> sorts,
            Map<String, Object> constants,
            Map<String, Map<List<Object>, Object>> rigid) {
        this.model = model;
        this.sorts = sorts;
        this.constants = constants;
        this.rigid = rigid;
    }

    /** A state: the values of the functions that change, by name and arguments. */
    static final class State {

        private final Map<String, Map<List<Object>, Object>> values = new HashMap<>();

        void set(String function, Object value, Object... arguments) {
            values.computeIfAbsent(function, name -> new HashMap<>()).put(List.of(arguments), value);
        }

        Map<String, Map<List<Object>, Object>> values() {
            return values;
        }

        Object get(String function, List<Object> arguments) {
            return Objects.requireNonNull(
                    values.getOrDefault(function, Map.of()).get(arguments), () -> function + arguments + " is not set");
        }
    }

    /** Returns whether a predicate holds: of a state, or of the constants alone. */
    boolean holds(String predicate, State state) {
        Function function = model.function(predicate);
        return (boolean) call(function, function.parameters().isEmpty() ? List.of() : List.of(state));
    }

    /** Requires that a formula without a state holds. */
    void require(Term axiom) {
        if (!is(axiom, Map.of())) {
            throw new AssertionError("does not hold: " + axiom);
        }
    }

    /** Requires that a predicate holds of a state. */
    void require(String predicate, State state) {
        for (Term part : model.function(predicate).body().conjuncts()) {
            if (!is(part, Map.of("s", state))) {
                throw new AssertionError(predicate + " does not hold: " + part);
            }
        }
    }

    /**
     * Returns the state after a transition. The formula of a transition names each value of the next state in an equation; the
     * other conditions must then hold.
     *
     * @throws Blocked if the transition is not allowed in this state
     */
    State after(State state, Function transition, List<Object> arguments) {
        State next = new State();
        if (transition.name().equals("tTime")) { // The only one without a parameter for the value that changes.
            next.set("now", (long) state.get("now", List.of()) + (long) arguments.get(0));
        }
        Map<String, Object> names = new HashMap<>();
        List<Object> all = new ArrayList<>(List.of(state, next));
        all.addAll(arguments);
        for (int i = 0; i < transition.parameters().size(); i++) {
            names.put(transition.parameters().get(i).name(), all.get(i));
        }
        List<Condition> conditions = new ArrayList<>();
        assign(transition.body(), names, next, conditions);
        for (Condition condition : conditions) {
            if (!is(condition.term(), condition.names())) {
                throw new Blocked(condition.term().toString());
            }
        }
        return next;
    }

    private void assign(Term term, Map<String, Object> names, State next, List<Condition> conditions) {
        String head = term.head();
        switch (head) {
            case "and" -> term.terms().stream().skip(1).forEach(part -> assign(part, names, next, conditions));
            case "let" -> assign(term.at(2), let(term, names), next, conditions);
            case "forall" -> assignments(term, names).forEach(each -> assign(body(term), each, next, conditions));
            case "ite" -> assign(is(term.at(1), names) ? term.at(2) : term.at(3), names, next, conditions);
            case "=>" -> {
                if (is(term.at(1), names)) {
                    assign(term.at(2), names, next, conditions);
                }
            }
            default -> {
                if (head.equals("=") && isNext(term.at(1), names, next)) {
                    Term function = term.at(1);
                    Object value = value(term.at(2), names);
                    List<Object> arguments = function.terms().stream()
                            .skip(2)
                            .map(argument -> value(argument, names))
                            .toList();
                    Object before = next.values
                            .computeIfAbsent(function.head(), name -> new HashMap<>())
                            .put(arguments, value);
                    if (before != null && !before.equals(value)) {
                        throw new Blocked(term.toString());
                    }
                } else if (model.defines(head)
                        && !model.function(head).parameters().isEmpty()) {
                    assign(model.function(head).body(), named(model.function(head), term, names), next, conditions);
                } else {
                    conditions.add(new Condition(term, names));
                }
            }
        }
    }

    private boolean isNext(Term term, Map<String, Object> names, State next) {
        return model.changing().contains(term.head())
                && term.terms().size() > 1
                && names.get(term.at(1).head()) == next;
    }

    private boolean is(Term term, Map<String, Object> names) {
        return (boolean) value(term, names);
    }

    private Object value(Term term, Map<String, Object> names) {
        if (term instanceof Term.Atom atom) {
            return value(atom.text(), names);
        }
        String head = term.head();
        if (head.isEmpty()) { // ((_ update-field f) record value)
            Map<String, Object> changed = new LinkedHashMap<>(fields(term.at(1), names));
            changed.put(term.at(0).at(2).head(), value(term.at(2), names));
            return changed;
        }
        return switch (head) {
            case "and" -> term.terms().stream().skip(1).allMatch(part -> is(part, names));
            case "or" -> term.terms().stream().skip(1).anyMatch(part -> is(part, names));
            case "=>" -> !is(term.at(1), names) || is(term.at(2), names);
            case "ite" -> value(is(term.at(1), names) ? term.at(2) : term.at(3), names);
            case "let" -> value(term.at(2), let(term, names));
            case "forall" -> assignments(term, names).stream().allMatch(each -> is(body(term), each));
            default ->
                applied(
                        head,
                        term.terms().stream()
                                .skip(1)
                                .map(argument -> value(argument, names))
                                .toList());
        };
    }

    private Object value(String atom, Map<String, Object> names) {
        if (names.containsKey(atom)) {
            return names.get(atom);
        }
        if (constants.containsKey(atom)) {
            return constants.get(atom);
        }
        if (atom.equals("true") || atom.equals("false")) {
            return Boolean.valueOf(atom);
        }
        return atom.matches("\\d+") ? (Object) Long.valueOf(atom) : call(model.function(atom), List.of());
    }

    private Object applied(String head, List<Object> values) {
        switch (head) {
            case "not":
                return !(boolean) values.get(0);
            case "=":
                return values.get(0).equals(values.get(1));
            case "distinct":
                return !values.get(0).equals(values.get(1));
            case "<":
                return ascend(values, true);
            case "<=":
                return ascend(values, false);
            case ">=":
                return (long) values.get(0) >= (long) values.get(1);
            case "+":
                return (long) values.get(0) + (long) values.get(1);
            case "-":
                return values.size() == 1 ? -(long) values.get(0) : (long) values.get(0) - (long) values.get(1);
            case "proc":
                Map<String, Object> fields = new LinkedHashMap<>();
                for (int i = 0; i < values.size(); i++) {
                    fields.put(model.fields().get(i), values.get(i));
                }
                return fields;
            default:
                if (model.fields().contains(head)) {
                    return ((Map<?, ?>) values.get(0)).get(head);
                }
                if (model.defines(head)) {
                    return call(model.function(head), values);
                }
                return model.changing().contains(head)
                        ? ((State) values.get(0)).get(head, values.subList(1, values.size()))
                        : Objects.requireNonNull(rigid.get(head).get(values), head + values);
        }
    }

    private static boolean ascend(List<Object> values, boolean strictly) {
        for (int i = 1; i < values.size(); i++) {
            long before = (long) values.get(i - 1);
            long after = (long) values.get(i);
            if (strictly ? before >= after : before > after) {
                return false;
            }
        }
        return true;
    }

    private Object call(Function function, List<?> values) {
        Map<String, Object> names = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            names.put(function.parameters().get(i).name(), values.get(i));
        }
        return value(function.body(), names);
    }

    private Map<String, Object> named(Function function, Term call, Map<String, Object> names) {
        Map<String, Object> arguments = new HashMap<>();
        for (int i = 0; i < function.parameters().size(); i++) {
            Parameter parameter = function.parameters().get(i);
            arguments.put(parameter.name(), value(call.at(i + 1), names));
        }
        return arguments;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> fields(Term term, Map<String, Object> names) {
        return (Map<String, Object>) value(term, names);
    }

    private Map<String, Object> let(Term let, Map<String, Object> names) {
        Map<String, Object> inner = new HashMap<>(names);
        let.at(1).terms().forEach(binding -> inner.put(binding.at(0).head(), value(binding.at(1), names)));
        return inner;
    }

    private static Term body(Term forall) {
        return forall.at(2).head().equals("!") ? forall.at(2).at(1) : forall.at(2);
    }

    /** Returns the names with each combination of values of the quantified variables. */
    private List<Map<String, Object>> assignments(Term forall, Map<String, Object> names) {
        List<Map<String, Object>> all = List.of(names);
        for (Term variable : forall.at(1).terms()) {
            List<Map<String, Object>> longer = new ArrayList<>();
            for (Map<String, Object> each : all) {
                for (String element : sorts.get(variable.at(1).head())) {
                    Map<String, Object> one = new HashMap<>(each);
                    one.put(variable.head(), element);
                    longer.add(one);
                }
            }
            all = longer;
        }
        return all;
    }
}
