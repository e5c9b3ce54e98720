package io.github.hibernateidgen.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A term of SMT-LIB 2.6: an atom, or a list of terms. */
sealed interface Term {

    /** A name, a number or a keyword. */
    record Atom(String text) implements Term {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A list in parentheses. */
    record Items(List<Term> terms) implements Term {
        @Override
        public String toString() {
            return terms.stream().map(Term::toString).collect(Collectors.joining(" ", "(", ")"));
        }
    }

    Pattern TOKEN = Pattern.compile(";[^\\n]*|[()]|[^\\s()]+");

    /** Returns the commands of a file. Comments are left out. */
    static List<Term> parse(String text) {
        Deque<List<Term>> open = new ArrayDeque<>(List.of(new ArrayList<>()));
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String token = tokens.group();
            if (token.equals("(")) {
                open.push(new ArrayList<>());
            } else if (token.equals(")")) {
                Term closed = new Items(List.copyOf(open.pop()));
                open.element().add(closed);
            } else if (!token.startsWith(";")) {
                open.element().add(new Atom(token));
            }
        }
        return open.pop();
    }

    static Term of(Object... terms) {
        List<Term> items = new ArrayList<>();
        for (Object term : terms) {
            items.add(term instanceof Term known ? known : new Atom((String) term));
        }
        return new Items(items);
    }

    /** Returns the terms of a list; none for an atom. */
    default List<Term> terms() {
        return List.of();
    }

    default Term at(int index) {
        return terms().get(index);
    }

    /** Returns the first term of a list if it is an atom, and the text of an atom. */
    default String head() {
        return this instanceof Atom atom ? atom.text() : at(0) instanceof Atom first ? first.text() : "";
    }

    /**
     * Returns terms that together say what this one says: the parts of a conjunction, also below quantifiers, the right side of
     * an implication, and {@code let}.
     */
    default List<Term> conjuncts() {
        if (this instanceof Atom) {
            return List.of(this);
        }
        if (head().equals("and")) {
            return terms().stream()
                    .skip(1)
                    .flatMap(term -> term.conjuncts().stream())
                    .toList();
        }
        int inner = Set.of("forall", "=>", "let").contains(head()) ? 2 : head().equals("!") ? 1 : 0;
        return inner == 0
                ? List.of(this)
                : at(inner).conjuncts().stream().map(part -> with(inner, part)).toList();
    }

    private Term with(int index, Term term) {
        List<Term> changed = new ArrayList<>(terms());
        changed.set(index, term);
        return new Items(changed);
    }
}
