package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSlotTest {

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1_780_000_000_000L, Long.MAX_VALUE})
    void readsItsText(long end) {
        StoredSlot slot = new StoredSlot(7, "!~".repeat(50), end);
        assertThat(StoredSlot.of(7, slot.text())).isEqualTo(slot);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "17", "17 ", " owner", "owner 17", "1.5 owner", "9223372036854775808 owner"})
    void namesATextThatIsNoSlot(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredSlot.of(7, text))
                .withMessage("text [" + text + "] of worker [7] is not an end in Unix milliseconds, a space and an"
                        + " owner; store nothing except reservations in this place");
    }

    @Test
    void showsTheBeginOfALongText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredSlot.of(7, "x".repeat(101)))
                .withMessageStartingWith("text [" + "x".repeat(100) + "...] of worker [7]");
    }

    @Test
    void rejectsANegativeNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoredSlot(-1, "owner", 0))
                .withMessage("worker number [-1] is negative; give 0 or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "tab\t", "\u00e4"})
    void rejectsAnOwnerThatAStoreMightChange(String owner) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoredSlot(7, owner, 0))
                .withMessageEndingWith(
                        "] of worker [7] is not made of 1 to 100 visible ASCII characters; give such a token");
    }

    @Test
    void rejectsAnOwnerThatIsTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoredSlot(7, "x".repeat(101), 0))
                .withMessageStartingWith("owner [" + "x".repeat(100) + "...] of worker [7]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "7 ", "99999999999999999999", "1\n2"})
    void aNameThatIsNoWorkerNumberIsRejected(String name) {
        assertThat(StoredSlot.worker("7")).isEqualTo(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredSlot.worker(name))
                .withMessage("name [" + name.replace("\n", "\\u000a")
                        + "] is not a worker number; store nothing except reservations in this place");
    }
}
