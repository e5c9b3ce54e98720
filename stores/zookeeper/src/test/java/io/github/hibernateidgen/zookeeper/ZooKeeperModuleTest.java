package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.StoreModuleContract;

class ZooKeeperModuleTest extends StoreModuleContract {

    ZooKeeperModuleTest() {
        super("org.apache.curator..", "org.apache.zookeeper..");
    }
}
