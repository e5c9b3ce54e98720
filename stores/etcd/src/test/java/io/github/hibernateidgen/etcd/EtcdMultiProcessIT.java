package io.github.hibernateidgen.etcd;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.processes.Address;
import io.github.hibernateidgen.worker.processes.MultiProcessContract;
import io.github.hibernateidgen.worker.processes.StoreServer;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The contract on an etcd server. */
@LongTest
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the processes")
class EtcdMultiProcessIT extends MultiProcessContract {

    @Override
    protected StoreServer start() throws Exception {
        TestEtcd server = TestEtcd.startOrSkip();
        return new StoreServer() {
            @Override
            public Address address() {
                return Address.of(server.endpoints());
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    @Override
    protected Class<EtcdProcessClient> client() {
        return EtcdProcessClient.class;
    }
}
