package io.github.hibernateidgen.guid;

import java.time.InstantSource;
import java.util.UUID;

/** A generator whose GUIDs have no random bits, so that they are numbers: the first state is 0. */
final class CountedGuids {

    private final GuidGenerator generator;
    private final long first;

    CountedGuids(InstantSource clock, long first) {
        this.generator = GuidGenerator.forTests(GuidFormat.RFC_9562, GuidOrder.BYTES, clock, () -> 0);
        this.first = first;
    }

    int next() {
        return number(generator.nextGuid());
    }

    int[] block(int count) {
        UUID[] guids = generator.nextGuids(count);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(guids[i]);
        }
        return numbers;
    }

    private int number(UUID guid) {
        return Math.toIntExact(GuidOrder.BYTES.state(guid) - first);
    }
}
