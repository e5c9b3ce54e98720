package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Beans as the stores of persistence units. */
@Timeout(120)
class StoreBeansIT {

    private static final String BEAN = "-Dstore.of-default=true";
    private static final String AUDIT = "-Dquarkus.hibernate-orm.audit.active=true";
    private static final Pattern ENTRY = Pattern.compile("entry=(\\d+) mark=(\\d+)");

    private Database database;
    private Database workers;

    @BeforeEach
    void startDatabases() throws Exception {
        database = Database.start();
        workers = Database.start();
    }

    @AfterEach
    void stopDatabases() {
        database.close();
        workers.close();
    }

    private Application start(String... properties) throws Exception {
        return Application.start(
                Map.of(),
                Stream.concat(
                                Stream.of(
                                        database.property(), "-Dquarkus.datasource.workers.jdbc.url=" + workers.url()),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static List<StoredSlot> slots(Database database) {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl(database.url());
        return new JdbcReservationStore(source).read("default", 0, 1024).slots();
    }

    private static long workerOf(long id) {
        return SnowflakeLayout.STANDARD.split(id).worker();
    }

    private static Matcher entryIn(String output) {
        Matcher entry = ENTRY.matcher(output);
        assertThat(entry.find()).as(output).isTrue();
        return entry;
    }

    private void requireRefusal(List<String> properties, String... words) throws Exception {
        try (Application application = start(properties.toArray(String[]::new))) {
            assertThat(application.end()).contains(words).doesNotContain("id=");
            assertThat(application.exitCode()).isNotZero();
        }
    }

    @Test
    void numberIsReservedInTheBeanAndReleasedBeforeTheBeanEnds() throws Exception {
        try (Application application = start(BEAN)) {
            long worker = workerOf(application.id());
            assertThat(slots(workers)).singleElement().satisfies(slot -> {
                assertThat(slot.worker()).isEqualTo(worker);
                assertThat(slot.reservedUntil()).isGreaterThan(System.currentTimeMillis());
            });

            assertThat(application.end())
                    .containsSubsequence("is released", "disposed: JDBC table PUBLIC.idgen_worker")
                    .doesNotContainPattern("(WARN|ERROR) .*\\(idgen-");
            assertThat(slots(workers))
                    .singleElement()
                    .satisfies(
                            slot -> assertThat(slot.reservedUntil()).isLessThanOrEqualTo(System.currentTimeMillis()));
        }
    }

    /** A bean of a normal scope has a proxy, which is no store of JDBC. */
    @Test
    void storeBehindItsProxyIsKnownForWhatItIs(@TempDir Path folder) throws Exception {
        try (Application application =
                start(BEAN, "-Dquarkus.datasource.workers.jdbc.url=jdbc:h2:file:" + folder.resolve("workers"))) {
            application.id();
            assertThat(application.end()).contains("is in a database of H2 2.5 on files");
        }
    }

    @Test
    void otherUnitHasNoBeanOfTheDefaultUnit() throws Exception {
        Database audit = Database.start();
        try (audit;
                Application application = start(
                        BEAN,
                        AUDIT,
                        "-Dquarkus.datasource.audit.jdbc.url=" + audit.url(),
                        "-Dquarkus.hibernate-idgen.segment.source=" + Counters.class.getName())) {
            long worker = workerOf(application.id());
            assertThat(slots(workers)).extracting(StoredSlot::worker).containsExactly(worker);
            Matcher entry = entryIn(application.end());
            assertThat(slots(audit))
                    .extracting(StoredSlot::worker)
                    .containsExactly(workerOf(Long.parseLong(entry.group(2))));
            assertThat(entry.group(1)).isEqualTo("2000000");
        }
    }

    @Test
    void otherUnitHasTheBeansWithItsName() throws Exception {
        try (Application application = start(BEAN, AUDIT, "-Dstore.of-audit=true", "-Dstore.segments=true")) {
            long worker = workerOf(application.id());
            assertThat(slots(workers)).extracting(StoredSlot::worker).containsExactly(worker);
            Matcher entry = entryIn(application.end());
            assertThat(workerOf(Long.parseLong(entry.group(2)))).isEqualTo(18);
            assertThat(entry.group(1)).isEqualTo("1000000");
        }
    }

    @Test
    void storeWithBothQualifiersHasANumberForEachUnit() throws Exception {
        try (Application application = start("-Dstore.of-both=true", AUDIT, "-Dstore.segments=true")) {
            long worker = workerOf(application.id());
            Matcher entry = entryIn(application.end());
            assertThat(slots(workers))
                    .extracting(StoredSlot::worker)
                    .containsExactlyInAnyOrder(worker, workerOf(Long.parseLong(entry.group(2))));
        }
    }

    @Test
    void severalBeansOfOneUnitAreRefused() throws Exception {
        requireRefusal(
                List.of(BEAN, "-Dstore.second=true"),
                "quarkus.hibernate-idgen.worker.source [",
                "io.github.hibernateidgen.worker.WorkerSource of " + Stores.class.getName(),
                "io.github.hibernateidgen.worker.reservation.ReservationStore of " + Stores.class.getName(),
                "several beans serve persistence unit <default>; keep one");
    }

    @Test
    void beanBesideTheSettingIsRefused() throws Exception {
        requireRefusal(
                List.of(BEAN, "-Dquarkus.hibernate-idgen.worker.source=jdbc"),
                "quarkus.hibernate-idgen.worker.source [jdbc]: persistence unit <default> also has a bean for this:"
                        + " [io.github.hibernateidgen.worker.reservation.ReservationStore of "
                        + Stores.class.getName() + "]; remove the setting or the bean");
    }
}
