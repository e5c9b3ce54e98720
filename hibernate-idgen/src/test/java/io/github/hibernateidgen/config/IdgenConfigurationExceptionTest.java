package io.github.hibernateidgen.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdgenConfigurationExceptionTest {

    /** Start-up errors are logged, and sent around. */
    @ParameterizedTest
    @CsvSource({
        "redis://redis:6379, redis://redis:6379",
        "redis://:secret@redis:6379, redis://***@redis:6379",
        "rediss://shop:se@cr/et@redis, rediss://***@redis",
        "1024, 1024"
    })
    void showsNoPassword(String value, String shown) {
        IdgenConfigurationException error =
                new IdgenConfigurationException("setting", value, "the other one is [" + value + "]", "");
        assertThat(error)
                .hasMessage("setting [" + shown + "]: the other one is [" + shown + "]")
                .extracting(IdgenConfigurationException::value)
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "'redis://:a@one, redis://:b@two', redis://***@two",
        "redis://:se cret@redis, redis://***@redis",
        "redis://:se[cr]et@redis, redis://***@redis",
        "redis://:se%cret@redis, redis://***@redis",
        "redis://:se#cret@redis, redis://***@redis",
        "shop:secret@redis:6379, ***@redis:6379",
        "redis:/:secret@redis, ***@redis",
        "://:secret@redis, ***@redis"
    })
    void showsNoPasswordOfAMisspeltAddress(String value, String shown) {
        assertThat(new IdgenConfigurationException("setting", value, "rule", ""))
                .hasMessage("setting [" + shown + "]: rule")
                .extracting(IdgenConfigurationException::value)
                .isEqualTo(shown);
    }

    /** An object names itself and its address in memory. */
    @Test
    void showsAnObjectAsItIs() {
        Object given = new Object();
        assertThat(new IdgenConfigurationException("setting", given, "rule", ""))
                .hasMessage("setting [" + given + "]: rule");
    }

    /** A value must not add a line to a log. */
    @Test
    void showsAValueOnOneLine() {
        String given = "a\r\n\u2028WARN forged\u202eñ\\";
        assertThat(new IdgenConfigurationException("setting", given, "rule", ""))
                .hasMessage("setting [a\\u000d\\u000a\\u2028WARN forged\\u202eñ\\]: rule");
    }

    @Test
    void namesTheSettingAsAFrameworkDoesAndChangesNothingElse() {
        IdgenConfigurationException error = new IdgenConfigurationException(
                IdgenSettings.WORKER_ID, "hibernate.idgen.Stor", "no hibernate.idgen.Stor", "add hibernate.idgen.Stor");
        IdgenConfigurationException named = error.withPrefix("idgen.");
        assertThat(named)
                .hasMessage(
                        "idgen.worker.id [hibernate.idgen.Stor]: no hibernate.idgen.Stor; add hibernate.idgen.Stor");
        assertThat(named.subject()).isEqualTo("idgen.worker.id");
        assertThat(named.setting()).contains(IdgenSettings.WORKER_ID);
        assertThat(named.rule()).isEqualTo(error.rule());
        assertThat(named.remedy()).isEqualTo(error.remedy());
        assertThat(named.getStackTrace()).isEqualTo(error.getStackTrace());
    }

    @Test
    void attributeIsNoSetting() {
        IdgenConfigurationException error = new IdgenConfigurationException("Order.id", "x", "rule", "remedy");
        assertThat(error.setting()).isEmpty();
        assertThat(error.withPrefix("idgen.")).isSameAs(error);
    }
}
