package io.github.hibernateidgen.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.github.hibernateidgen.worker.processes.Address;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.function.Supplier;

/** Connects a process. */
public final class EtcdProcessClient implements Supplier<ReservationStore> {

    @Override
    public ReservationStore get() {
        Client client =
                Client.builder().endpoints(Address.told().url().split(",")).build();
        // The first answer may take longer on a busy machine than a store waits for one.
        client.getKVClient().get(ByteSequence.from(new byte[] {0})).join();
        return new EtcdReservationStore(client, "/idgen/workers/");
    }
}
