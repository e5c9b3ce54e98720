package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.database.TestRedisPair;

class RedisFailoverIT extends FailoverContract {

    @Override
    TestPair start() throws Exception {
        return TestRedisPair.startOrSkip();
    }

    @Override
    String reservationOf(String namespace) {
        return FailoverProcess.PREFIX + namespace;
    }
}
