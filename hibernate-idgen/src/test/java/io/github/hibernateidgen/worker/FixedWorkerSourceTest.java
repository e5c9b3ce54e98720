package io.github.hibernateidgen.worker;

import io.github.hibernateidgen.test.WorkerSourceContract;

class FixedWorkerSourceTest extends WorkerSourceContract {

    @Override
    protected WorkerSource open() {
        return WorkerSource.fixed(5);
    }

    @Override
    protected boolean reserves() {
        return false;
    }
}
