package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A container without a host name, whose disk is read-only. */
@Timeout(60)
class BareProcessTest {

    /** Nothing can be made there, not even by root. */
    private static final String READ_ONLY = "/proc";

    @Test
    @EnabledOnOs(OS.LINUX)
    void idsAreMadeWithoutHostNameAndWithoutFiles() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Djava.io.tmpdir=" + READ_ONLY,
                        "-Duser.home=" + READ_ONLY,
                        "-cp",
                        absolute(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))),
                        BareProcess.class.getName())
                .directory(new File(READ_ONLY))
                .redirectErrorStream(true);
        builder.environment().clear();
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            assertThat(output).containsPattern("id=[1-9][0-9]+ reference=[0-9a-f-]{36}");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String absolute(String classPath) {
        StringBuilder absolute = new StringBuilder();
        for (String entry : classPath.split(File.pathSeparator)) {
            absolute.append(absolute.isEmpty() ? "" : File.pathSeparator)
                    .append(Path.of(entry).toAbsolutePath());
        }
        return absolute.toString();
    }
}
