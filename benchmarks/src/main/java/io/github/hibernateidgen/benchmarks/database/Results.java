package io.github.hibernateidgen.benchmarks.database;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The samples of a run.
 *
 * @param run the time, the machine and the command of the run
 */
record Results(Map<String, String> run, List<Sample> samples) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Results read(Path file) {
        try {
            return MAPPER.readValue(file.toFile(), Results.class);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Writes the samples with a line for each sample, so that two runs can be compared. */
    void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(
                    file,
                    samples.stream()
                            .map(Results::json)
                            .collect(Collectors.joining(
                                    ",\n", "{\"run\": " + json(run) + ",\n\"samples\": [\n", "\n]}\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private static String json(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
