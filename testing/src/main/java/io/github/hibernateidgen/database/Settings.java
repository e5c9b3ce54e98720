package io.github.hibernateidgen.database;

import java.util.Optional;
import java.util.stream.Stream;

/** What the user set for the tests: a system property, or the environment variable of the same name. */
@FunctionalInterface
interface Settings {

    /** The value without surrounding blanks; empty if there is none. */
    Optional<String> get(String name);

    static Settings ofThisJvm() {
        return name -> Stream.of(System.getProperty(name, ""), System.getenv().getOrDefault(name, ""))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }
}
