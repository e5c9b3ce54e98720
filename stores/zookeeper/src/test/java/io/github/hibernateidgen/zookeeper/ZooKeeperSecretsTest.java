package io.github.hibernateidgen.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.util.Throwables.getStackTrace;

import io.github.hibernateidgen.testing.DriverMessages;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

class ZooKeeperSecretsTest {

    @Test
    void noPasswordOfAClientsMessageIsShown() {
        for (String message : DriverMessages.of(1_000, TestSeed.random())) {
            CuratorFramework client = (CuratorFramework) Proxy.newProxyInstance(
                    ZooKeeperSecretsTest.class.getClassLoader(),
                    new Class<?>[] {CuratorFramework.class},
                    (proxy, method, arguments) -> {
                        throw new IllegalStateException(message, new IOException(message));
                    });
            assertThatExceptionOfType(ReservationStoreException.class)
                    .as(message)
                    .isThrownBy(() -> new ZooKeeperReservationStore(client, "/idgen/workers").read("default", 0, 64))
                    .satisfies(thrown ->
                            assertThat(getStackTrace(thrown)).contains("***").doesNotContain(DriverMessages.SECRET));
        }
    }
}
