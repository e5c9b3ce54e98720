package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.StoreModuleContract;

class RedisModuleTest extends StoreModuleContract {

    RedisModuleTest() {
        super("io.lettuce..");
    }
}
