package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.narrow.NarrowApplication;
import io.github.hibernateidgen.spring.boot.nosize.NoSizeApplication;
import io.github.hibernateidgen.spring.boot.parcels.ParcelApplication;
import io.github.hibernateidgen.spring.boot.wrong.WrongTypeApplication;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What a user reads when the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    @Test
    void namesThePropertyWhoseNumberDoesNotFitTheLayout(CapturedOutput output) {
        assertFails(NoteApplication.class, "--idgen.worker.id=5000");
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "Description:", "\nidgen.worker.id [5000]: ", "Action:")
                .contains("It is set in \"idgen.worker.id\" from property source \"commandLineArgs\"")
                .doesNotContain("hibernate.idgen.");
    }

    @Test
    void namesThePropertyOfAnUnknownLayoutAndWhatToWrite(CapturedOutput output) {
        assertFails(NoteApplication.class, "--idgen.worker.id=5", "--idgen.snowflake.layout=wide");
        assertThat(output)
                .contains("\nidgen.snowflake.layout [wide]: no layout has this name.")
                .containsPattern(
                        "Action:\\s+Use one of \\[.*] or declare idgen\\.snowflake\\.layouts\\.wide\\.fields\\.");
    }

    @Test
    void namesHibernatesSettingWhereThatWasSet(CapturedOutput output) {
        assertFails(NoteApplication.class, "--spring.jpa.properties.hibernate.idgen.worker.id=5000");
        assertThat(output).contains("\nspring.jpa.properties.hibernate.idgen.worker.id [5000]: ");
    }

    @Test
    void remedyNamesTheProperty(CapturedOutput output) {
        assertFails(
                NoteApplication.class,
                "--idgen.worker.id=5",
                "--spring.jpa.properties.hibernate.idgen.snowflake.layout=wide");
        assertThat(output)
                .contains("\nspring.jpa.properties.hibernate.idgen.snowflake.layout [wide]: no layout has this name.")
                .containsPattern(
                        "Action:\\s+Use one of .* declare" + " idgen\\.snowflake\\.layouts\\.wide\\.fields\\.");
    }

    @Test
    void namesTheAttributeOfAWrongType(CapturedOutput output) {
        assertFails(WrongTypeApplication.class, "--idgen.worker.id=5");
        assertThat(output)
                .contains("\nTicket.id [java.lang.Integer]: @SnowflakeId can't fill this type.")
                .containsPattern(
                        "Action:\\s+Use Long, long, BigInteger or String, or a class with one of these as its only"
                                + " component\\.");
    }

    @Test
    void tellsOfSeveralColumnsBeforeTheStatementsThatWidenThem(CapturedOutput output) {
        assertFails(
                NarrowApplication.class,
                "--idgen.worker.id=5",
                "--spring.jpa.hibernate.ddl-auto=none",
                "--spring.datasource.url=jdbc:h2:mem:narrow;INIT=create table if not exists remark (id integer)\\;"
                        + "create table if not exists memo (id integer)");
        assertThat(output)
                .containsPattern(
                        "Description:\\s+Memo\\.id \\[integer]: column memo\\.id holds only integers of up to 31 bits exactly,"
                                + " but layout \\[standard] has 63\\s+Remark\\.id \\[integer]: column remark\\.id"
                                + " holds only integers of up to 31 bits exactly, but layout \\[standard] has"
                                + " 63\\.\\s+Action:\\s+Run, in this order:\\s+alter table memo alter column id set"
                                + " data type bigint;\\s+alter table remark alter column id set data type bigint;\\s");
    }

    @Test
    void namesTheOffsetThatThereIsNot(CapturedOutput output) {
        assertFails(ParcelApplication.class, "--idgen.segment.offset=4", "--idgen.segment.step=3");
        assertThat(output)
                .contains("\nidgen.segment.offset [4]: offsets of step [3] are from 1 to 3.")
                .contains("It is set in \"idgen.segment.offset\" from property source \"commandLineArgs\"")
                .containsPattern("Action:\\s+Give each writer one of them\\.");
    }

    @Test
    void namesTheAttributeWhoseSegmentsHaveNoNumbers(CapturedOutput output) {
        assertFails(NoSizeApplication.class);
        assertThat(output)
                .contains("\nEmpty.id [size 0]: a segment has 1 number or more.")
                .containsPattern(
                        "Action:\\s+Give the increment of the sequence, which is 50 if Hibernate created" + " it\\.");
    }

    @Test
    void saysWhatASourceMayBe(CapturedOutput output) {
        assertFails(ParcelApplication.class, "--idgen.segment.source=redsi");
        assertThat(output)
                .contains("\nidgen.segment.source [redsi]: use database, an object of type")
                .contains("It is set in \"idgen.segment.source\" from property source \"commandLineArgs\"");
        assertFails(ParcelApplication.class, "--idgen.segment.redis.uri=redis://redis");
        assertThat(output).contains("idgen.segment.redis.uri");
    }

    @Test
    void doesNotTakeAPropertyThatIsNamedLikeTheAttributeForItsOrigin(CapturedOutput output) {
        assertFails(WrongTypeApplication.class, "--idgen.worker.id=5", "--ticket.id=ABC-1");
        assertThat(output).contains("\nTicket.id [java.lang.Integer]: ").doesNotContain("It is set in");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            worker.window          | soon   | Failed to bind properties under 'idgen.worker.window' to java.time.Duration
            worker.id              | seven  | Failed to bind properties under 'idgen.worker.id' to java.lang.Long
            worker.window          | 25h    | idgen.worker.window [PT25H]: is out of range.
            worker.claim           | never  | idgen.worker.claim [never]: use start or first-id.
            segment.max-prefetch   | 0      | idgen.segment.max-prefetch [0]: is out of range.
            """)
    void namesThePropertyWhoseValueIsWrong(String property, String value, String message, CapturedOutput output) {
        assertFails(NoteApplication.class, "--idgen." + property + "=" + value);
        assertThat(output).contains("APPLICATION FAILED TO START", message, "\"idgen." + property + "\"");
    }

    @Test
    void namesAMisspeltProperty(CapturedOutput output) {
        assertFails(NoteApplication.class, "--spring.config.import=classpath:misspelt.properties");
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "idgen.worker.soruce", "misspelt.properties")
                .containsPattern(
                        "Action:\\s+The nearest name is idgen\\.worker\\.source, and the page https://\\S+/settings\\.md lists all");
    }

    @Test
    void namesAPropertyOfAnotherFramework(CapturedOutput output) {
        assertFails(NoteApplication.class, "--hibernate.idgen.snowflake.layout=innodb");
        assertThat(output)
                .contains("\nhibernate.idgen.snowflake.layout [hidden]: no setting has this name")
                .containsPattern("Action:\\s+Write idgen\\.snowflake\\.layout\\.");
    }

    @Test
    void warnsOfAMisspeltSystemProperty(CapturedOutput output) {
        System.setProperty("idgen.worker.windov", "s3cr3t");
        try {
            assertFails(NoteApplication.class, "--idgen.worker.id=5000");
        } finally {
            System.clearProperty("idgen.worker.windov");
        }
        assertThat(output)
                .containsPattern("WARN.*idgen\\.worker\\.windov \\[hidden].*nearest name is idgen\\.worker\\.window,")
                .doesNotContain("s3cr3t");
    }

    @Test
    void saysThatASourceServesOneFactory(CapturedOutput output) {
        assertFails(SharedSource.class);
        assertThat(output)
                .contains("FAILED TO START", "has a generator on this source already")
                .containsPattern("(?s)Action:.*ReservationStore instead of a ReservedWorkerSource");
    }

    @Test
    void namesThePropertyOfAMissingBean(CapturedOutput output) {
        assertFails(NoteApplication.class, "--idgen.worker.id=5", "--idgen.clock=nowhere");
        assertThat(output).contains("\nidgen.clock [nowhere]: no bean of type java.time.InstantSource has this name.");
    }

    @Test
    void saysHowToGetAMissingTable(CapturedOutput output) {
        assertFails(
                NoteApplication.class,
                "--spring.jpa.hibernate.ddl-auto=none",
                "--idgen.worker.jdbc.schema-management=none");
        assertThat(output)
                .contains("FAILED TO START", "No worker number for Snowflake ids: ", "idgen_worker")
                .containsPattern(
                        "(?s)Action:.*idgen\\.worker\\.jdbc\\.schema-management=create.*idgen\\.worker\\.jdbc\\.table")
                .doesNotContain("hibernate.idgen.");
    }

    @Test
    void actionForAMissingTableHasTheStatementAndIsWholeSentences(CapturedOutput output) {
        assertFails(
                NoteApplication.class,
                "--spring.jpa.hibernate.ddl-auto=none",
                "--idgen.worker.jdbc.schema-management=none");
        assertThat(description(output))
                .startsWith("No worker number for Snowflake ids: JDBC table PUBLIC.idgen_worker could not be read: ")
                .doesNotContain("create table");
        assertThat(action(output))
                .startsWith("If the table is missing, create it with\ncreate table PUBLIC.idgen_worker (")
                .contains(");\nOr let this library create the table, with idgen.worker.jdbc.schema-management=create.");
    }

    /** The account may not write the table, which another account owns, such as the account of Flyway. */
    @Test
    void actionForAMissingRightIsTheGrant(CapturedOutput output) throws SQLException {
        String url = "jdbc:h2:mem:forbidden";
        try (Connection owner = DriverManager.getConnection(url, "sa", "");
                Statement statement = owner.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl().replace(";", ""));
            statement.execute("create user app password 'app'");
            assertFails(
                    NoteApplication.class,
                    "--spring.datasource.generate-unique-name=false",
                    "--spring.datasource.url=" + url,
                    "--spring.datasource.username=app",
                    "--spring.datasource.password=app",
                    "--idgen.worker.jdbc.schema-management=none",
                    "--spring.jpa.hibernate.ddl-auto=none");
        }
        assertThat(description(output))
                .contains("The account of this application lacks a right")
                .doesNotContain("grant ");
        assertThat(action(output))
                .startsWith("As the owner of the table, run\n"
                        + "grant select, insert, update on PUBLIC.idgen_worker to ACCOUNT\n"
                        + "Or reserve numbers in another table or store: idgen.worker.jdbc.table");
    }

    @Test
    void actionForAStoreOfYourOwnNamesNoSettingThatIsIgnored(CapturedOutput output) {
        assertFails(OwnTableApplication.class);
        assertThat(action(output))
                .startsWith("If the table is missing, create it with\ncreate table ")
                .contains("createTable()")
                .doesNotContain("idgen.worker.");
    }

    private static String description(CapturedOutput output) {
        String all = output.getAll();
        return all.substring(all.lastIndexOf("Description:") + "Description:".length(), all.lastIndexOf("Action:"))
                .strip();
    }

    private static String action(CapturedOutput output) {
        String all = output.getAll();
        return all.substring(all.lastIndexOf("Action:") + "Action:".length()).strip();
    }

    @Test
    void saysWhatToDoWhenAllNumbersAreTaken(CapturedOutput output) {
        assertFails(
                FullApplication.class,
                "--idgen.snowflake.layout=tiny",
                "--idgen.snowflake.layouts.tiny.fields=time:41, worker:1, sequence:5",
                "--idgen.worker.window=1s",
                "--idgen.worker.timeout=300ms");
        assertThat(output)
                .contains("No worker number for Snowflake ids: all [2] worker numbers")
                .containsPattern("(?s)Action:.*Stop a process.*idgen\\.worker\\.namespace");
    }

    @Test
    void leavesTheFailuresOfOthersAlone() {
        assertThat(new ReservationFailureAnalyzer().analyze(new IllegalStateException("other")))
                .isNull();
    }

    private static void assertFails(Class<?> application, String... arguments) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(application)
                        .web(WebApplicationType.NONE)
                        .properties("spring.datasource.generate-unique-name=true")
                        .run(arguments)
                        .close())
                .isInstanceOf(RuntimeException.class);
    }

    @Import(SeveralFactoriesTest.TwoFactoriesWithoutSettings.class)
    static class SharedSource {

        @Bean
        WorkerSource shared() {
            return new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT);
        }
    }

    @Import(NoteApplication.class)
    static class OwnTableApplication {

        @Bean
        ReservationStore elsewhere() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setUrl("jdbc:h2:mem:elsewhere;DB_CLOSE_DELAY=-1");
            return new JdbcReservationStore(dataSource);
        }
    }

    @Import(NoteApplication.class)
    static class FullApplication {

        @Bean
        ReservationStore taken() {
            InMemoryReservationStore store = new InMemoryReservationStore();
            long end = Instant.now().plus(Duration.ofHours(1)).toEpochMilli();
            for (long worker = 0; worker < 2; worker++) {
                store.compareAndSet("default", null, new StoredSlot(worker, "another", end));
            }
            return store;
        }
    }
}
