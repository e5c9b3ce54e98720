package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no sleep command")
class ServerFolderTest {

    @TempDir
    private Path root;

    private Path folder;
    private Process server;
    private ProcessMark killed;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createDirectory(root.resolve("mysql-12345"));
        server = new ProcessBuilder("sleep", "60").start();
        Files.writeString(
                folder.resolve("server.process"),
                ProcessMark.of(server.toHandle()).toString());
        Process owner = new ProcessBuilder("sleep", "60").start();
        killed = ProcessMark.of(owner.toHandle());
        owner.destroyForcibly().waitFor();
    }

    @AfterEach
    void end() {
        server.destroyForcibly();
    }

    @Test
    void endsTheServerOfAKilledJvm() throws Exception {
        ownedBy(killed);
        ServerFolder.endLeftovers(root);
        assertThat(server.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(folder).doesNotExist();
    }

    @Test
    void leavesTheServerOfALivingJvm() throws IOException {
        ownedBy(ProcessMark.of(ProcessHandle.current()));
        ServerFolder.endLeftovers(root);
        assertThat(server.isAlive()).isTrue();
        assertThat(folder).exists();
    }

    @Test
    void leavesAFolderThatNamesNoOwner() throws IOException {
        ServerFolder.endLeftovers(root);
        assertThat(server.isAlive()).isTrue();
        assertThat(folder).exists();
    }

    @Test
    void leavesAnotherProcessThatGotTheNumber() throws IOException {
        ownedBy(killed);
        ProcessMark mark = ProcessMark.of(server.toHandle());
        Files.writeString(
                folder.resolve("server.process"),
                new ProcessMark(mark.pid(), mark.start().minus(Duration.ofMinutes(1))).toString());
        ServerFolder.endLeftovers(root);
        assertThat(server.isAlive()).isTrue();
        assertThat(folder).doesNotExist();
    }

    private void ownedBy(ProcessMark owner) throws IOException {
        Files.writeString(folder.resolve("owner.process"), owner.toString());
    }
}
