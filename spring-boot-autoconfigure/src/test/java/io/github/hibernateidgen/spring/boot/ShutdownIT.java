package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The end of an application. Spring Boot takes its bridge from java.util.logging away before it closes
 * the beans, so that what goes there is lost.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownIT {

    /** More than a busy machine makes of 2 s, and less than the 10 s of our timeout, or of HikariCP's. */
    private static final Duration LONGEST = Duration.ofSeconds(6);

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeServers() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    /** HikariCP looks at a connection that it has lent lately only where it is told to. */
    @BeforeEach
    void testConnections() {
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
    }

    @AfterEach
    void testConnectionsNoMore() {
        System.clearProperty("com.zaxxer.hikari.aliveBypassWindowMs");
    }

    private static ConfigurableApplicationContext start(String url) {
        return new SpringApplicationBuilder(NoteApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + url,
                        "spring.jpa.hibernate.ddl-auto=update",
                        "spring.main.banner-mode=off",
                        "logging.level.io.github.hibernateidgen=info")
                .run();
    }

    private static Duration time(Runnable close) {
        long begin = System.nanoTime();
        close.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private Server startDatabase() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        opened.add(server::stop);
        return server;
    }

    private static String url(int port) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Test
    void lineOfTheReleaseIsInTheApplicationsLog(CapturedOutput output) {
        ConfigurableApplicationContext context = start("jdbc:h2:mem:" + UUID.randomUUID());
        Applications.save(context);
        context.close();
        assertThat(output)
                .contains("INFO io.github.hibernateidgen.worker: worker [")
                .contains("is released");
    }

    @Test
    void shutdownDoesNotWaitForADatabaseThatIsGone(CapturedOutput output) throws Exception {
        Server database = startDatabase();
        ConfigurableApplicationContext context = start(url(database.getPort()));
        Applications.save(context);
        database.stop();

        Duration shutdown = time(context::close);
        System.out.println("Spring Boot, its database gone: closed in " + shutdown.toMillis() + " ms");
        assertThat(shutdown).isLessThan(LONGEST);
        assertThat(output)
                .contains("WARN io.github.hibernateidgen.worker: worker [")
                .contains("could not be released; other processes may claim it from [")
                .doesNotContain("create table");
    }

    /** HikariCP gives connections that never answer 10 s to close, with this library and without. */
    @Test
    void entityManagerFactoryDoesNotWaitForADatabaseThatIsSilent(CapturedOutput output) throws Exception {
        SilentNetwork network = new SilentNetwork(startDatabase().getPort());
        opened.add(0, network);
        ConfigurableApplicationContext context = start(url(network.port()));
        Applications.save(context);
        network.fallSilent();

        Duration shutdown = time(context.getBean(EntityManagerFactory.class)::close);
        network.close();
        context.close();
        System.out.println(
                "Spring Boot, its database silent: entity manager factory closed in " + shutdown.toMillis() + " ms");
        assertThat(output).contains("could not be released; other processes may claim it from [");
        assertThat(shutdown).isLessThan(LONGEST);
    }

    /** Passes everything on, until it passes nothing on any more. */
    private static final class SilentNetwork implements AutoCloseable {

        private final int server;
        private final ServerSocket listener;
        private final List<Socket> sockets = new ArrayList<>();
        private volatile boolean silent;

        SilentNetwork(int server) throws IOException {
            this.server = server;
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            daemon(this::accept);
        }

        int port() {
            return listener.getLocalPort();
        }

        void fallSilent() {
            silent = true;
        }

        @Override
        public void close() throws IOException {
            listener.close();
            synchronized (sockets) {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
        }

        private void accept() {
            while (!listener.isClosed()) {
                try {
                    Socket client = listener.accept();
                    Socket onward = new Socket(InetAddress.getLoopbackAddress(), server);
                    synchronized (sockets) {
                        sockets.addAll(List.of(client, onward));
                    }
                    daemon(() -> pump(client, onward));
                    daemon(() -> pump(onward, client));
                } catch (IOException e) {
                    // The test is over.
                }
            }
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[8192];
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    if (!silent) {
                        out.write(buffer, 0, count);
                    }
                }
            } catch (IOException e) {
                // One side is gone, so the other one goes.
            }
        }

        private static void daemon(Runnable work) {
            Thread thread = new Thread(work, "silent-network");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
