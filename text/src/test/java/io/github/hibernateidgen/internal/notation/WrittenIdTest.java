package io.github.hibernateidgen.internal.notation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of ids that the command line and Spring Boot's endpoint read. */
class WrittenIdTest {

    @ParameterizedTest
    @CsvSource({
        "0, Snowflake, 0",
        "0382495416127590400, Snowflake, 382495416127590400",
        "9223372036854775807, Snowflake, 9223372036854775807",
        "1234567890123, Snowflake, 1234567890123",
        "0AKQ5HQQ80400, Snowflake, 382495416127590400",
        "oakq5hqq8o4oo, Snowflake, 382495416127590400",
        "0x54EE58DEE801000, Snowflake, 382495416127590400",
        "20300102-030405678-0005-0009, ReadableSnowflake, 20300102-030405678-0005-0009",
        "00112233-4455-7677-8899-aabbccddeeff, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "00112233445576778899AABBCCDDEEFF, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "{00112233-4455-7677-8899-AABBCCDDEEFF}, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "urn:uuid:00112233-4455-7677-8899-aabbccddeeff, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "0x00112233445576778899aabbccddeeff, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "\\x00112233445576778899aabbccddeeff, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "0024h36h2nesvrh6daqf6dvvqz, Guid, 00112233-4455-7677-8899-aabbccddeeff",
        "0024H36H2NESVRH6DAQF6DVVQZ, Guid, 00112233-4455-7677-8899-aabbccddeeff"
    })
    void readsEachForm(String text, String kind, String id) {
        WrittenId read = WrittenId.find(text).orElseThrow();
        assertThat(read.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(read).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "order-1",
                "9223372036854775808",
                "8AKQ5HQQ80400",
                "UUUUUUUUUUUUU",
                "0x8000000000000000",
                "20300102-03040567-0005-0009",
                "00112233-44557677-8899-aabbccddeeff",
                "8024h36h2nesvrh6daqf6dvvqz",
                "ord_0024h36h2nesvrh6daqf6dvvqz"
            })
    void readsNoOtherText(String text) {
        assertThat(WrittenId.find(text)).isEmpty();
    }

    @Test
    void suspectsOnlyTextThatResemblesAnId() {
        assertThat(WrittenId.suspicion("order-1")).isEmpty();
        assertThat(WrittenId.suspicion("3.825e+17"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("floating-point"));
        assertThat(WrittenId.suspicion("00112233-4455-7677-8899-aabbccdde"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("29 hexadecimal digits"));
    }
}
