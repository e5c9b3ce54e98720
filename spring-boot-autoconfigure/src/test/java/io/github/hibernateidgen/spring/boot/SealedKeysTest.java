package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.spring.boot.sealed.SealedApplication;
import io.github.hibernateidgen.spring.boot.sealed.TicketId;
import io.github.hibernateidgen.text.PublicIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Where keys come from, and that no start that fails shows one. */
@ExtendWith(OutputCaptureExtension.class)
class SealedKeysTest {

    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    static class None {}

    static class Keys {
        @Bean
        SealKeys sealKeys() {
            return SealKeys.parse("a:" + KEY);
        }
    }

    private static ConfigurableApplicationContext start(Class<?> keys, String... arguments) {
        return new SpringApplicationBuilder(SealedApplication.class, keys)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.generate-unique-name=true", "idgen.worker.id=5")
                .run(arguments);
    }

    @Test
    void aBeanGivesThem() {
        try (ConfigurableApplicationContext context = start(Keys.class);
                ConfigurableApplicationContext other = start(None.class, "--idgen.seal.keys=a:" + KEY)) {
            TicketId id = new TicketId(5);
            assertThat(context.getBean(Idgen.class).text(id))
                    .startsWith("tic_a")
                    .isEqualTo(other.getBean(Idgen.class).text(id));
        }
    }

    @Test
    void anUnknownNameIsWarnedOfOnce(CapturedOutput output) {
        System.setProperty("idgen.worker.windov", "1s");
        try (ConfigurableApplicationContext context = start(None.class, "--idgen.seal.keys=a:" + KEY)) {
            assertThat(context.getBean(PublicIds.class).write(new TicketId(5))).startsWith("tic_a");
        } finally {
            System.clearProperty("idgen.worker.windov");
        }
        assertThat(output.toString().lines().filter(line -> line.contains("idgen.worker.windov")))
                .hasSize(1);
    }

    @Test
    void aBeanAndAPropertyAreRefused(CapturedOutput output) {
        assertThatThrownBy(() -> start(Keys.class, "--idgen.seal.keys=a:" + KEY));
        assertThat(output)
                .contains("idgen.seal.keys [hidden]: a bean of class " + SealKeys.class.getName() + " also has keys")
                .doesNotContain(KEY);
    }

    @Test
    void withoutThemTheStartStopsAndSaysHowToMakeOne(CapturedOutput output) {
        assertThatThrownBy(() -> start(None.class));
        assertThat(output)
                .containsPattern("(Ticket|Guest|Bill)\\.id \\[sealed = true]: no key is set to seal the text with\\.")
                .contains(
                        "Make a key with [idgen seal new-key] or [openssl rand -base64 32], and set idgen.seal.keys to"
                                + " a name and the key, as in a:KEY.");
    }

    @Test
    void plainTextIsLetInWithAWarning(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Keys.class, "--idgen.seal.accept-plain=true")) {
            assertThat(context.getBean(Idgen.class).parse(TicketId.class, "17")).isEqualTo(new TicketId(17));
            assertThat(output).contains("Ticket.id: plain ids are accepted in place of sealed text");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "idgen.seal.keys=" + KEY,
                "idgen.seal.keys=" + KEY + ":a",
                "idgen.seal.keys=a:" + KEY + KEY,
                "idgen.seal.keys=a:" + KEY + ",a:" + KEY,
                "idgen.seal.key=a:" + KEY,
                "idgen.seal.keys.a=" + KEY,
                "idgen.seals.keys=" + KEY,
                "idgen.keys=" + KEY,
                "spring.jpa.properties.hibernate.idgen.seal.keys=" + KEY,
                "spring.jpa.properties.hibernate.idgen.seal.key=a:" + KEY
            })
    void noStartThatFailsShowsOne(String property, CapturedOutput output) {
        assertThatThrownBy(() -> start(None.class, "--" + property, "--debug"));
        assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain(KEY.substring(0, 12));
    }
}
