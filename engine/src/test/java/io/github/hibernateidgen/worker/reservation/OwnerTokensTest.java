package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerTokensTest {

    @Test
    void makesADifferentTokenEachTimeThatNamesTheProcess() {
        assertThat(OwnerTokens.next("orders-3", 42, System::nanoTime))
                .startsWith("orders-3.42/")
                .isNotEqualTo(OwnerTokens.next("orders-3", 42, System::nanoTime));
    }

    @Test
    void makesTokensThatEveryStoreKeeps() {
        String token = OwnerTokens.next("höst name\n".repeat(20), Long.MAX_VALUE, System::nanoTime);

        assertThat(new StoredSlot(1, token, 0).owner()).isEqualTo(token).hasSize(100);
    }
}
