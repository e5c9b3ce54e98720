package io.github.hibernateidgen.spring.boot.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table in docs/typed-ids.md of what each door writes of a sealed id. */
public final class DoorTable {

    private DoorTable() {}

    /** Returns the first two cells of the rows whose first cell is wanted. */
    public static Map<String, String> rows(Predicate<String> wanted) throws IOException {
        return Files.readAllLines(Path.of("../docs/typed-ids.md")).stream()
                .dropWhile(line -> !line.startsWith("| door |"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> line.split(" *\\| *"))
                .filter(cells -> wanted.test(cells[1]))
                .collect(Collectors.toMap(cells -> cells[1], cells -> cells[2]));
    }

    public static void requireForm(String door, String form, String written, VoucherId id, String text) {
        String plain = Long.toString(id.value());
        switch (form) {
            case "text" -> assertThat(written).as(door).contains(text).doesNotContain(plain);
            case "**plain**" -> assertThat(written).as(door).contains(plain).doesNotContain(text);
            case "no id" -> assertThat(written).as(door).isNotEmpty().doesNotContain(text, plain);
            default -> throw new AssertionError("[" + form + "] of " + door);
        }
    }
}
