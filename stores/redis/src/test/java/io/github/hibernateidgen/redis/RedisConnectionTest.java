package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.hibernateidgen.testing.LogCapture;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When connections are opened and closed, on clients whose connections are none. */
class RedisConnectionTest {

    private final List<String> events = new ArrayList<>();
    private final List<RedisClient> clients = new ArrayList<>();
    private Runnable whileItOpens = () -> {};
    private boolean refusesToClose;
    private Duration timeout = Duration.ofMinutes(1);
    private boolean reconnects = true;
    private boolean open = true;

    private final RedisConnection connection = new RedisConnection(this::client);

    /** One of the user's, who may have another each time. */
    private RedisClient client() {
        int number = clients.size() + 1;
        events.add("asked for client " + number);
        RedisClient client = new RedisClient() {
            @Override
            @SuppressWarnings("unchecked")
            public StatefulRedisConnection<String, String> connect() {
                events.add("opened " + number);
                whileItOpens.run();
                return proxy(StatefulRedisConnection.class, number);
            }
        };
        clients.add(client);
        return client;
    }

    private <T> T proxy(Class<T> type, int number) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "sync" -> proxy(RedisCommands.class, number);
                    case "ping" -> "PONG of " + number;
                    case "getTimeout" -> timeout;
                    case "setTimeout" -> {
                        timeout = (Duration) arguments[0];
                        yield null;
                    }
                    case "isOpen" -> open;
                    case "getOptions" ->
                        ClientOptions.builder().autoReconnect(reconnects).build();
                    case "close" -> {
                        events.add("closed " + number);
                        if (refusesToClose) {
                            throw new RedisCommandInterruptedException(
                                    new IllegalStateException("redis://:tiger@localhost"));
                        }
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.toString());
                }));
    }

    @AfterEach
    void end() {
        clients.forEach(RedisClient::shutdown);
    }

    @Test
    void opensWhenItIsFirstUsedAndThenKeepsTheConnection() {
        connection.close();
        assertThat(events).isEmpty();

        assertThat(connection.commands().ping()).isEqualTo("PONG of 1");
        assertThat(connection.commands().ping()).isEqualTo("PONG of 1");
        assertThat(events).containsExactly("asked for client 1", "opened 1");
        assertThat(timeout).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void asksForTheClientAgainAfterAClose() {
        connection.commands();
        connection.close();
        connection.close();
        assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
        assertThat(events)
                .containsExactly("asked for client 1", "opened 1", "closed 1", "asked for client 2", "opened 2");
    }

    /** Lettuce reconnects a broken connection, unless the user's client is told not to. */
    @Test
    void opensAnotherWhereABrokenOneDoesNotComeBack() {
        connection.commands();
        open = false;
        assertThat(connection.commands().ping()).as("Lettuce reconnects it").isEqualTo("PONG of 1");

        reconnects = false;
        assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
        assertThat(events)
                .containsExactly("asked for client 1", "opened 1", "closed 1", "asked for client 2", "opened 2");
    }

    /** Nobody would close it otherwise. */
    @Test
    void closesWhatWasOpenedWhileItWasClosed() {
        whileItOpens = connection::close;
        assertThatExceptionOfType(RedisException.class)
                .isThrownBy(connection::commands)
                .withMessage("the connection was closed while it was opened");
        assertThat(events).containsExactly("asked for client 1", "opened 1", "closed 1");

        whileItOpens = () -> {};
        assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
    }

    /** The script after an addition, which may come a second later. */
    @Test
    void opensNoConnectionForACommandThatFollowsAnother() {
        connection.commands();
        assertThat(connection.openCommands().ping()).isEqualTo("PONG of 1");
        connection.close();
        assertThatExceptionOfType(RedisException.class)
                .isThrownBy(connection::openCommands)
                .withMessage("the connection was closed");
        assertThat(events).containsExactly("asked for client 1", "opened 1", "closed 1");
    }

    @Test
    void twoThatOpenAtOnceShareTheFirst() {
        whileItOpens = () -> {
            whileItOpens = () -> {};
            assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
        };
        assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
        assertThat(events)
                .containsExactly("asked for client 1", "opened 1", "asked for client 2", "opened 2", "closed 1");
        connection.close();
        assertThat(events).endsWith("closed 2");
    }

    @Test
    void aFailureToOpenIsTheCallersAndTheNextUseTriesAgain() {
        whileItOpens = () -> {
            throw new RedisException("refused");
        };
        assertThatExceptionOfType(RedisException.class)
                .isThrownBy(connection::commands)
                .withMessage("refused");
        whileItOpens = () -> {};
        assertThat(connection.commands().ping()).isEqualTo("PONG of 2");
    }

    /** As Lettuce does on an interrupted thread. The session factory closes its connections before other parts, which must end too. */
    @Test
    void aRefusalStopsNoClose() {
        refusesToClose = true;
        connection.commands();
        try (LogCapture log = new LogCapture()) {
            connection.close();
            assertThat(log.messages())
                    .singleElement(STRING)
                    .contains("could not be closed: io.lettuce.core.RedisCommandInterruptedException");
            assertThat(log.records()).allMatch(line -> line.getThrown() == null);
        }
        assertThat(events).endsWith("closed 1");
    }
}
