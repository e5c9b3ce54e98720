package io.github.hibernateidgen.etcd;

import io.github.hibernateidgen.database.ServerFolder;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opentest4j.TestAbortedException;

/**
 * A cluster of etcd for tests, of the machine's own {@code etcd}: one member, or several. They listen on 127.0.0.1 and
 * force their logs to the disk, as in production. A member can be killed, started again on its own data, and frozen. A test
 * without etcd is skipped, or fails where the environment variable {@code IDGEN_IT_ETCD} says "required".
 */
public final class TestEtcd implements AutoCloseable {

    /** More than an election takes on a busy machine. */
    private static final int READY_TRIES = 600;

    private final List<Member> members = new ArrayList<>();
    private final Thread ending = new Thread(() -> members.forEach(member -> member.folder.end()));

    private TestEtcd(Path program, int size, List<String> options) throws IOException {
        Runtime.getRuntime().addShutdownHook(ending);
        for (int i = 0; i < size; i++) {
            members.add(new Member(program, options));
        }
    }

    /** Starts a server, or skips the test and says why. */
    public static TestEtcd startOrSkip() throws IOException, InterruptedException {
        return startOrSkip(1);
    }

    /** Starts a cluster with some options for each of its members, or skips the test and says why. */
    public static TestEtcd startOrSkip(int size, String... options) throws IOException, InterruptedException {
        Optional<Path> program = ServerFolder.installed("etcd");
        if (program.isEmpty()) {
            String why = "etcd: no etcd on the PATH; install it, as with apt-get install etcd-server";
            if ("required".equals(System.getenv("IDGEN_IT_ETCD"))) {
                throw new AssertionError(why);
            }
            throw new TestAbortedException(why);
        }
        for (int attempt = 1; ; attempt++) {
            TestEtcd etcd = new TestEtcd(program.get(), size, List.of(options));
            try {
                for (int i = 0; i < size; i++) {
                    etcd.members.get(i).launch(etcd.initialCluster());
                }
                etcd.awaitReady();
                return etcd;
            } catch (IOException | AssertionError e) {
                etcd.close();
                // Another process may have taken a port that was free.
                if (attempt == 3 || !String.valueOf(e.getMessage()).contains("address already in use")) {
                    throw e;
                }
            }
        }
    }

    /** The URLs of all members, with commas between. */
    public String endpoints() {
        return members.stream().map(Member::url).collect(Collectors.joining(","));
    }

    /** The URL of one member. */
    public String endpoint(int member) {
        return members.get(member).url();
    }

    /** Where a member keeps its files. */
    public Path data(int member) {
        return members.get(member).folder.data();
    }

    /** {@code kill -9}. */
    public void kill(int member) throws InterruptedException {
        Process process = members.get(member).process;
        process.destroyForcibly();
        process.waitFor();
    }

    /** Starts a member that was killed on its own data, without waiting until it is ready. */
    public void startAgain(int member) throws IOException {
        members.get(member).launch(initialCluster());
    }

    /** Stops a member as the scheduler or a suspended virtual machine may. The kernel goes on to accept connections. */
    public void freeze(int member) throws IOException, InterruptedException {
        signal("-STOP", member);
    }

    /** Lets a frozen member go on. */
    public void thaw(int member) throws IOException, InterruptedException {
        signal("-CONT", member);
    }

    /** Waits until all members that are not told to be down have a leader, and confirm what they are asked. */
    public void awaitReady() throws IOException, InterruptedException {
        for (Member member : members) {
            member.awaitReady();
        }
    }

    /** Ends all members as a crash does, and removes all they wrote. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ending);
        ending.run();
    }

    private void signal(String signal, int member) throws IOException, InterruptedException {
        members.get(member)
                .folder
                .run(List.of("kill", signal, "" + members.get(member).process.pid()));
    }

    private String initialCluster() {
        return IntStream.range(0, members.size())
                .mapToObj(i -> members.get(i).name() + "=" + members.get(i).peerUrl())
                .collect(Collectors.joining(","));
    }

    private static final class Member {

        private final Path program;
        private final List<String> options;
        private final int port = ServerFolder.freePort();
        private final int peerPort = ServerFolder.freePort();
        private final int healthPort = ServerFolder.freePort();
        private final ServerFolder folder = ServerFolder.create("etcd-" + port);
        private Process process;

        Member(Path program, List<String> options) throws IOException {
            this.program = program;
            this.options = options;
        }

        String name() {
            return "etcd-" + port;
        }

        String url() {
            return (options.contains("--auto-tls") ? "https" : "http") + "://127.0.0.1:" + port;
        }

        String peerUrl() {
            return "http://127.0.0.1:" + peerPort;
        }

        void launch(String initialCluster) throws IOException {
            List<String> command = new ArrayList<>(List.of(program.toString(), "--name", name()));
            command.addAll(List.of("--data-dir", folder.data().toString()));
            command.addAll(List.of("--listen-client-urls", url(), "--advertise-client-urls", url()));
            command.addAll(List.of("--listen-peer-urls", peerUrl(), "--initial-advertise-peer-urls", peerUrl()));
            command.addAll(List.of("--listen-metrics-urls", "http://127.0.0.1:" + healthPort));
            command.addAll(List.of("--initial-cluster", initialCluster, "--logger", "zap", "--log-level", "warn"));
            command.addAll(options);
            process = folder.launch(command);
        }

        void awaitReady() throws IOException, InterruptedException {
            for (int tries = 0; tries < READY_TRIES && process.isAlive(); tries++) {
                if (isHealthy()) {
                    return;
                }
                Thread.sleep(50);
            }
            throw new AssertionError("etcd did not start: " + folder.endOfLog());
        }

        /** Asks it for a linearizable read, of its own. */
        private boolean isHealthy() {
            try {
                HttpURLConnection health = (HttpURLConnection) URI.create("http://127.0.0.1:" + healthPort + "/health")
                        .toURL()
                        .openConnection();
                health.setConnectTimeout(1000);
                health.setReadTimeout(5000);
                return health.getResponseCode() == HttpURLConnection.HTTP_OK;
            } catch (IOException notYet) {
                return false;
            }
        }
    }
}
