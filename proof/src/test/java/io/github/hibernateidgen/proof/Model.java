package io.github.hibernateidgen.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A transition system in SMT-LIB. Its file declares a Boolean constant {@code g.*} for each guard and assumption. The functions
 * {@code tSomething} are the transitions, from a state {@code s} to a state {@code t}. {@code INIT} describes the first states,
 * {@code INV} the invariant as a conjunction of parts, and {@code SAFE} the promise.
 */
final class Model {

    /** A parameter of a function, with its sort. */
    record Parameter(String name, String sort) {}

    record Function(String name, List<Parameter> parameters, Term body) {}

    /** A statement of the code that holds a guard, or one line of a longer statement. */
    record Place(String guard, String file, String code) {}

    private static final Pattern GUARD = Pattern.compile("\\(declare-const g\\.(\\w+) Bool\\)((?:\\s*;[^\\n]*)+)");
    private static final Pattern PLACE = Pattern.compile("(\\w+\\.java): `([^`]+)`");

    private final String text;
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final List<String> fields = new ArrayList<>();
    private final Set<String> changing = new LinkedHashSet<>();
    private final Map<String, List<Place>> guards = new LinkedHashMap<>();
    private final List<Term> axioms = new ArrayList<>();

    Model(String name) {
        text = resource(name);
        for (Term command : Term.parse(text)) {
            switch (command.head()) {
                case "define-fun" -> {
                    List<Parameter> parameters = command.at(2).terms().stream()
                            .map(pair -> new Parameter(pair.head(), pair.at(1).head()))
                            .toList();
                    functions.put(
                            command.at(1).head(), new Function(command.at(1).head(), parameters, command.at(4)));
                }
                // (declare-datatypes ((Proc 0)) (((proc (alive Bool) ...))))
                case "declare-datatypes" ->
                    command.at(2).at(0).at(0).terms().stream().skip(1).forEach(field -> fields.add(field.head()));
                case "declare-fun" -> {
                    if (!command.at(2).terms().isEmpty() && command.at(2).head().equals("State")) {
                        changing.add(command.at(1).head());
                    }
                }
                case "assert" -> axioms.add(command.at(1));
                default -> {}
            }
        }
        Matcher matcher = GUARD.matcher(text);
        while (matcher.find()) {
            List<Place> places = new ArrayList<>();
            Matcher place = PLACE.matcher(matcher.group(2));
            while (place.find()) {
                places.add(new Place(matcher.group(1), place.group(1), place.group(2)));
            }
            guards.put("g." + matcher.group(1), places);
        }
    }

    static String resource(String name) {
        try (InputStream file = Model.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        return text;
    }

    /** Returns the places of each guard by the name of its constant; an assumption has no place. */
    Map<String, List<Place>> guards() {
        return guards;
    }

    /** Returns what holds of the functions that never change. */
    List<Term> axioms() {
        return axioms;
    }

    Function function(String name) {
        return functions.get(name);
    }

    boolean defines(String name) {
        return functions.containsKey(name);
    }

    List<Function> transitions() {
        return functions.values().stream()
                .filter(function -> function.name().matches("t[A-Z]\\w*"))
                .toList();
    }

    /** Returns the names of the parts of the invariant. */
    List<String> parts() {
        return function("INV").body().terms().stream().skip(1).map(Term::head).toList();
    }

    /** Returns the names of the fields of a process. */
    List<String> fields() {
        return fields;
    }

    /** Returns the names of the functions that describe a state. */
    Set<String> changing() {
        return changing;
    }
}
