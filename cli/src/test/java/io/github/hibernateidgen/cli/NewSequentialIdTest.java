package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The byte-reversed version 1 of {@code NEWSEQUENTIALID()}; the example of version 1 is that of RFC 9562, A.1. */
class NewSequentialIdTest {

    private static final UUID RFC = UUID.fromString("c232ab00-9414-11ec-b3c8-9f6bdeced846");
    private static final UUID SHOWN = UUID.fromString("00ab32c2-1494-ec11-b3c8-9f6bdeced846");

    @Test
    void firstThreeFieldsAreReversedBothWays() {
        assertThat(NewSequentialId.toRfc(SHOWN)).isEqualTo(RFC);
        assertThat(NewSequentialId.fromRfc(RFC)).isEqualTo(SHOWN);
    }

    @Test
    void instantIsThatOfTheRfcsExample() {
        assertThat(NewSequentialId.instant(SHOWN)).isEqualTo(Instant.parse("2022-02-22T19:22:22Z"));
    }

    @Test
    void otherVersionsAreRefused() {
        UUID random = UUID.fromString("00112233-4455-4677-8899-aabbccddeeff");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NewSequentialId.toRfc(random))
                .withMessageContaining(random.toString())
                .withMessageContaining("NEWSEQUENTIALID()");
        assertThatIllegalArgumentException().isThrownBy(() -> NewSequentialId.fromRfc(random));
    }
}
