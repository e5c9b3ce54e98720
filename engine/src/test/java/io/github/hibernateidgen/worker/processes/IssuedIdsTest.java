package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuedIdsTest {

    @TempDir
    private Path folder;

    @Test
    void findsNoDuplicateWhereThereIsNone() throws IOException {
        write("a.ids", 0, 11, 22, 33);
        write("b.ids", 0, 41, 12);

        assertThat(IssuedIds.read(folder, id -> id % 10)).isEqualTo(new IssuedIds(5, 0, "", 3, 5, 0));
    }

    @Test
    void findsDuplicatesOfTwoFilesAndOfOne() throws IOException {
        write("a.ids", 0, 11, 21);
        write("b.ids", 0, 31, 11, 41, 41, 11);

        IssuedIds ids = IssuedIds.read(folder, id -> id % 10);

        assertThat(ids.count()).isEqualTo(7);
        assertThat(ids.duplicates()).isEqualTo(3);
        assertThat(ids.example()).startsWith("11 in [").contains("a.ids", "b.ids");
        assertThat(ids.workers()).isEqualTo(1);
        assertThat(ids.holds()).isEqualTo(2);
    }

    @Test
    void saysThatTheLastIdOfAFileIsTorn() throws IOException {
        write("a.ids", 5, 11, 21);
        write("a.log", 0, 11);

        assertThat(IssuedIds.read(folder, id -> id % 10)).isEqualTo(new IssuedIds(2, 0, "", 1, 1, 5));
    }

    private void write(String file, int tornBytes, long... ids) throws IOException {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(folder.resolve(file)))) {
            for (long id : ids) {
                out.writeLong(id);
            }
            out.write(new byte[tornBytes]);
        }
    }
}
