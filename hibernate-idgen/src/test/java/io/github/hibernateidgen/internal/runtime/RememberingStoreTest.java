package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.test.SegmentStoreContract;

class RememberingStoreTest extends SegmentStoreContract {

    private final SegmentStore store = new RememberingStore();

    @Override
    protected SegmentStore store() {
        return store;
    }
}
