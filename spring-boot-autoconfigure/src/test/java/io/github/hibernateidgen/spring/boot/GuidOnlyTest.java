package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.spring.boot.guids.Badge;
import io.github.hibernateidgen.spring.boot.guids.GuidApplication;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** Who uses GUIDs only gets nothing of worker numbers. */
class GuidOnlyTest {

    @ParameterizedTest
    @ValueSource(strings = {"schema-tools", "create", "none"})
    void applicationGetsNoTableOfReservations(String maker) {
        new ApplicationContextRunner()
                .withUserConfiguration(GuidApplication.class)
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true", "idgen.worker.jdbc.schema-management=" + maker)
                .run(context -> {
                    Badge badge = new Badge();
                    Applications.save(context.getBean(EntityManagerFactory.class), badge);
                    assertThat(badge.getId()).isNotNull();
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForList(
                                            "select lower(table_name) from information_schema.tables"
                                                    + " where table_schema = 'PUBLIC'",
                                            String.class))
                            .containsExactly("badge");
                });
    }
}
