package io.github.hibernateidgen.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.reservation.Outage;
import io.github.hibernateidgen.worker.reservation.Silence;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An etcd server that goes away and comes back. */
@Timeout(60)
class EtcdOutageIT {

    private interface Step {
        void on(TestEtcd server) throws Exception;
    }

    /** jetcd's defaults, and what docs/stores/zookeeper-etcd.md recommends. */
    enum Options implements UnaryOperator<ClientBuilder> {
        DEFAULT {
            @Override
            public ClientBuilder apply(ClientBuilder client) {
                return client;
            }
        },
        RECOMMENDED {
            @Override
            public ClientBuilder apply(ClientBuilder client) {
                return client.waitForReady(false)
                        .retryMaxAttempts(0)
                        .keepaliveTime(Duration.ofSeconds(10))
                        .keepaliveTimeout(Duration.ofSeconds(3));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isKilled(Options options) throws Exception {
        outage(options, server -> server.kill(0), server -> server.startAgain(0));
    }

    @ParameterizedTest
    @EnumSource
    void fallsSilent(Options options) throws Exception {
        outage(options, server -> server.freeze(0), server -> server.thaw(0));
    }

    @LongTest
    @ParameterizedTest
    @EnumSource
    @Timeout(1_500)
    void networkFallsSilent(Options options) throws Exception {
        try (TestEtcd server = TestEtcd.startOrSkip()) {
            URI endpoint = URI.create(server.endpoint(0));
            try (TcpForwarder network = new TcpForwarder(endpoint.getHost(), endpoint.getPort());
                    Client client = options.apply(
                                    Client.builder().endpoints("http://" + network.host() + ":" + network.port()))
                            .build()) {
                Silence.of(new EtcdReservationStore(client, "/idgen/workers/"), network);
            }
        }
    }

    private static void outage(Options options, Step stop, Step startAgain) throws Exception {
        try (TestEtcd server = TestEtcd.startOrSkip();
                Client client = options.apply(Client.builder().endpoints(server.endpoints()))
                        .build()) {
            Outage.of(
                    new EtcdReservationStore(client, "/idgen/workers/"),
                    () -> stop.on(server),
                    () -> startAgain.on(server));
        }
    }
}
