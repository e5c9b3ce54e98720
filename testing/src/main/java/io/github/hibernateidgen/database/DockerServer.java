package io.github.hibernateidgen.database;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.JdbcDatabaseContainer;

/** A server in a container. Testcontainers' own helper container removes it if this JVM is killed. */
final class DockerServer implements ServerSource {

    private static final String SWITCH = "IDGEN_IT_DOCKER";

    private final Settings settings;
    private final BooleanSupplier engineAnswers;
    private final Supplier<JdbcDatabaseContainer<?>> image;

    DockerServer(Settings settings, BooleanSupplier engineAnswers, Supplier<JdbcDatabaseContainer<?>> image) {
        this.settings = settings;
        this.engineAnswers = engineAnswers;
        this.image = image;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.DOCKER;
    }

    @Override
    public Server start() throws UnavailableException {
        if (settings.get(SWITCH).filter("off"::equals).isPresent()) {
            throw new UnavailableException(SWITCH + " is off");
        }
        if (!engineAnswers.getAsBoolean()) {
            throw new UnavailableException("no Docker engine answers");
        }
        try {
            JdbcDatabaseContainer<?> container = image.get();
            if (isEngineHere()) {
                publishOnLoopback(container);
            }
            container.start();
            return new Server(
                    container.getJdbcUrl(), container.getUsername(), container.getPassword(), container::stop);
        } catch (RuntimeException | UnknownHostException e) {
            throw new UnavailableException("its container did not start: " + e.getMessage(), e);
        }
    }

    private static boolean isEngineHere() throws UnknownHostException {
        return InetAddress.getByName(DockerClientFactory.instance().dockerHostIpAddress())
                .isLoopbackAddress();
    }

    /** Docker alone would publish the ports on every address of this machine. */
    private static void publishOnLoopback(JdbcDatabaseContainer<?> container) {
        List<Integer> exposed = container.getExposedPorts();
        container.withCreateContainerCmdModifier(command -> {
            Ports ports = new Ports();
            exposed.forEach(port -> ports.bind(ExposedPort.tcp(port), Ports.Binding.bindIp("127.0.0.1")));
            command.getHostConfig().withPortBindings(ports);
        });
    }
}
