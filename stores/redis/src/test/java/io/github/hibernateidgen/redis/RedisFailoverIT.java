package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.processes.Address;
import io.github.hibernateidgen.worker.processes.FailoverContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.lettuce.core.RedisClient;
import java.util.function.Supplier;

/** The contract on a Redis whose replica is promoted. */
@LongTest
class RedisFailoverIT extends FailoverContract {

    private static final String PREFIX = "idgen:worker:";

    /** Connects a process. */
    public static final class Client implements Supplier<ReservationStore> {

        @Override
        public ReservationStore get() {
            return new RedisReservationStore(RedisClient.create(Address.told().url()), PREFIX);
        }
    }

    @Override
    protected TestPair start() throws Exception {
        return TestRedisPair.startOrSkip();
    }

    @Override
    protected Class<Client> client() {
        return Client.class;
    }

    @Override
    protected String reservationOf(String namespace) {
        return PREFIX + namespace;
    }
}
