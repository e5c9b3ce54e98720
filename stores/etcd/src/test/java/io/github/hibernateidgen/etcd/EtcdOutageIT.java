package io.github.hibernateidgen.etcd;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.worker.reservation.Outage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An etcd server that goes away and comes back. */
@Timeout(60)
class EtcdOutageIT {

    private interface Step {
        void on(TestEtcd server) throws Exception;
    }

    @Test
    void isKilled() throws Exception {
        outage(server -> server.kill(0), server -> server.startAgain(0));
    }

    @Test
    void fallsSilent() throws Exception {
        outage(server -> server.freeze(0), server -> server.thaw(0));
    }

    private static void outage(Step stop, Step startAgain) throws Exception {
        try (TestEtcd server = TestEtcd.startOrSkip();
                Client client = Client.builder().endpoints(server.endpoints()).build()) {
            Outage.of(
                    new EtcdReservationStore(client, "/idgen/workers/"),
                    () -> stop.on(server),
                    () -> startAgain.on(server));
        }
    }
}
