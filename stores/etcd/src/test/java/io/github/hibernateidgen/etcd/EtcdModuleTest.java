package io.github.hibernateidgen.etcd;

import io.github.hibernateidgen.StoreModuleContract;

class EtcdModuleTest extends StoreModuleContract {

    EtcdModuleTest() {
        super("io.etcd..");
    }
}
