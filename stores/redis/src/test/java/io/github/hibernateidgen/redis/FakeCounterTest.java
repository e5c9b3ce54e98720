package io.github.hibernateidgen.redis;

/** The contract on the counter that {@link RedisSegmentSourceTest} uses. */
class FakeCounterTest extends CounterContract {

    @Override
    Counter counter() {
        return new FakeCounter();
    }
}
