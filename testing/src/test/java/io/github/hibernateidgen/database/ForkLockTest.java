package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkLockTest {

    /** Another fork: has the lock until its input ends. */
    static final class Fork {
        public static void main(String[] arguments) throws Exception {
            new ForkLock(Path.of(arguments[0])).take();
            System.out.println("taken");
            System.in.read();
        }
    }

    @Test
    void isHadByOneJvmAtATime(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lock");
        Process fork = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Fork.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ForkLock lock = new ForkLock(file);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(fork.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("taken");
            assertThat(lock.tryTake()).isFalse();
            fork.getOutputStream().close();
            lock.take();
            assertThat(lock.tryTake()).isTrue();
        } finally {
            fork.destroy();
        }
    }
}
