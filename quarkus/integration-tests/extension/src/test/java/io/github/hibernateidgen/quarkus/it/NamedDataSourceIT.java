package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A data source of the application is named for this library. */
@Timeout(120)
class NamedDataSourceIT {

    private static final String SETTING = "-Dquarkus.hibernate-idgen.jdbc.connection=";

    private final HttpClient http = HttpClient.newHttpClient();

    private Database database;

    @BeforeEach
    void startDatabase() throws Exception {
        database = Database.start();
    }

    @AfterEach
    void stopDatabase() {
        database.close();
    }

    private Application start(String... properties) throws Exception {
        return Application.start(
                Map.of(),
                Stream.concat(
                                Stream.of(
                                        database.property(),
                                        "-Dquarkus.datasource.numbers.jdbc.url=" + database.url(),
                                        "-Dquarkus.hibernate-idgen.worker.window=3s"),
                                Arrays.stream(properties))
                        .toArray(String[]::new));
    }

    /** Returns how often connections of a data source were borrowed. */
    private long borrowed(int port, String dataSource) throws Exception {
        String metrics = http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/q/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher count = Pattern.compile("agroal_acquire_count_total\\{datasource=\"" + dataSource + "\".*} ([0-9.E]+)")
                .matcher(metrics);
        assertThat(count.find()).as(metrics).isTrue();
        return (long) Double.parseDouble(count.group(1));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void renewalsUseItAndNotTheApplications() throws Exception {
        int port = freePort();
        try (Application application = start(SETTING + "numbers", "-Dquarkus.http.port=" + port)) {
            application.id();
            long first = borrowed(port, "numbers");
            long applications = borrowed(port, "default");
            assertThat(first).isPositive();
            while (borrowed(port, "numbers") < first + 3) {
                Thread.sleep(50); // The process renews by the time of its machine. The test ends it after two minutes.
            }
            assertThat(borrowed(port, "default")).isEqualTo(applications);
            assertThat(application.end()).contains("is released");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "pool", "Pool"})
    void aWordIsNoName(String word) throws Exception {
        try (Application application = start(SETTING + word)) {
            assertThat(application.id()).isPositive();
            assertThat(application.end()).contains("is released");
        }
    }

    @Test
    void aNameThatNoDataSourceHasStopsTheStart() throws Exception {
        requireRefusal(
                "quarkus.hibernate-idgen.jdbc.connection [nmbers]: no active data source has this name; use one of [",
                SETTING + "nmbers");
    }

    @Test
    void twoPersistenceUnitsStopTheStart() throws Exception {
        requireRefusal(
                "would both use this data source, but it leads to the database of one of them; use own or pool",
                SETTING + "numbers",
                "-Dquarkus.hibernate-orm.audit.active=true");
    }

    private void requireRefusal(String message, String... properties) throws Exception {
        try (Application application = start(properties)) {
            assertThat(application.end()).contains(message).doesNotContain("id=");
            assertThat(application.exitCode()).isNotZero();
        }
    }
}
