package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerTokensTest {

    @Test
    void makesADifferentTokenEachTimeThatNamesTheProcess() {
        OwnerTokens tokens = new OwnerTokens("orders-3", 42, System::nanoTime);

        assertThat(tokens.get()).startsWith("orders-3.42/").isNotEqualTo(tokens.get());
    }

    @Test
    void makesTokensThatEveryStoreKeeps() {
        String token = new OwnerTokens("höst name\n".repeat(20), Long.MAX_VALUE, System::nanoTime).get();

        assertThat(new StoredSlot(1, token, 0).owner()).isEqualTo(token).hasSize(100);
    }
}
