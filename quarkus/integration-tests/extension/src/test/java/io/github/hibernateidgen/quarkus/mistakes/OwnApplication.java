package io.github.hibernateidgen.quarkus.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.ConfigProvider;

/** An application that has the entities of this package, in a database with the schemas PUBLIC and SHOP, and logs to a file. */
public class OwnApplication implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        String name = UUID.randomUUID().toString();
        Map<String, String> settings = new HashMap<>();
        settings.put("quarkus.hibernate-orm.packages", OwnApplication.class.getPackageName());
        settings.put(
                "quarkus.datasource.jdbc.url",
                "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;INIT=create schema if not exists shop");
        settings.put("quarkus.log.file.enabled", "true");
        settings.put(
                "quarkus.log.file.path",
                Path.of("target", "logs", name + ".log").toString());
        return settings;
    }

    /** Returns the warnings of this library with a given text. */
    static List<String> warnings(String part) throws IOException {
        String log = ConfigProvider.getConfig().getValue("quarkus.log.file.path", String.class);
        List<String> lines = Files.readAllLines(Path.of(log));
        assertThat(lines).as("the log of the start").anyMatch(line -> line.contains("Snowflake layout standard"));
        return lines.stream()
                .filter(line -> line.contains("WARN") && line.contains("[io.git.hibernateidgen]"))
                .filter(line -> line.contains(part))
                .toList();
    }
}
