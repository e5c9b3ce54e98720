package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A web application decides how its JSON has Snowflake ids, or is asked to. */
@ExtendWith(OutputCaptureExtension.class)
class NumbersInJsonTest {

    @ParameterizedTest
    @CsvSource({
        "SERVLET, idgen.worker.range=5-5, true",
        "SERVLET, idgen.jackson.snowflake-as-string=true, false",
        "SERVLET, idgen.jackson.snowflake-as-string=false, false",
        "SERVLET, idgen.snowflake.layout=javascript, false",
        "NONE, idgen.worker.range=5-5, false"
    })
    void warnsOnceIfNobodyHasDecided(WebApplicationType web, String property, boolean warns, CapturedOutput output) {
        start(NoteApplication.class, web, property);
        assertThat(output.toString().lines().filter(line -> line.contains("WARN") && line.contains("in JSON")))
                .hasSize(warns ? 1 : 0)
                .allSatisfy(line -> assertThat(line)
                        .contains("Note.id and other Snowflake ids are numbers in JSON")
                        .contains("idgen.jackson.snowflake-as-string=true", "Set it to false", "customerId"));
    }

    private static void start(Class<?> application, WebApplicationType web, String property) {
        new SpringApplicationBuilder(application)
                .web(web)
                .properties(
                        "spring.datasource.generate-unique-name=true",
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "server.port=0",
                        "server.address=127.0.0.1")
                .run("--" + property)
                .close();
    }
}
