package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.io.Serializable;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.CockroachDialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong stops start-up, and the message names the subject, the value, the rule and the way out. */
class StartupErrorTest {

    @Entity
    static class Snowflake {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity
    static class Guid {
        @Id
        @CombGuid
        UUID id;
    }

    // Attributes

    @Entity
    static class SnowflakeOnInteger {
        @Id
        @SnowflakeId
        Integer id;
    }

    @Entity
    static class SnowflakeOnUuid {
        @Id
        @SnowflakeId
        UUID id;
    }

    @Entity
    static class GuidOnLong {
        @Id
        @CombGuid
        Long id;
    }

    @Entity
    static class ShortBase32 {
        @Id
        @SnowflakeId
        @Column(length = 12)
        String id;
    }

    @Entity
    static class ShortDecimal {
        @Id
        @SnowflakeId(text = SnowflakeText.DECIMAL)
        @Column(columnDefinition = "varchar(18)")
        String id;
    }

    @Entity
    static class ShortReadable {
        @Id
        @SnowflakeId(layout = "short", text = SnowflakeText.READABLE)
        @Column(length = 24)
        String id;
    }

    @Entity
    static class ReadableBeyondYear9999 {
        @Id
        @SnowflakeId(layout = "wide", text = SnowflakeText.READABLE)
        String id;
    }

    @Entity
    static class ShortGuidText {
        @Id
        @CombGuid
        @Column(length = 31)
        String id;
    }

    @Entity
    static class ShortGuidBytes {
        @Id
        @CombGuid
        @Column(length = 15)
        byte[] id;
    }

    @Entity
    static class NarrowColumn {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "int")
        Long id;
    }

    @Entity
    static class InDouble {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "double precision")
        Long id;
    }

    @Entity
    static class InReal {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "real")
        Long id;
    }

    @Entity
    static class InFloat {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "float")
        Long id;
    }

    @Entity
    static class InDecimal10 {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "decimal(10)")
        Long id;
    }

    @Entity
    static class InScaled {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "numeric(19, 2)")
        Long id;
    }

    @Entity
    static class InSmallint {
        @Id
        @SnowflakeId
        @Column(columnDefinition = "smallint")
        Long id;
    }

    @Entity
    static class InPrecision {
        @Id
        @SnowflakeId
        @Column(precision = 18)
        BigInteger id;
    }

    @Entity
    static class InCodeDouble {
        @Id
        @SnowflakeId
        @JdbcTypeCode(SqlTypes.DOUBLE)
        Long id;
    }

    @Entity
    static class UnknownLayout {
        @Id
        @SnowflakeId(layout = "instagram")
        Long id;
    }

    @Entity
    static class UnknownField {
        @Id
        @SnowflakeId(layout = "business-line", fields = @SnowflakeId.Field(name = "shop", value = 1))
        Long id;
    }

    @Entity
    static class FieldTooLarge {
        @Id
        @SnowflakeId(layout = "business-line", fields = @SnowflakeId.Field(name = "businessLine", value = 16))
        Long id;
    }

    @Entity
    static class FieldTwice {
        @Id
        @SnowflakeId(
                layout = "business-line",
                fields = {
                    @SnowflakeId.Field(name = "businessLine", value = 1),
                    @SnowflakeId.Field(name = "businessLine", value = 2)
                })
        Long id;
    }

    @Entity
    static class FormatOfAnotherColumn {
        @Id
        @CombGuid(format = GuidFormat.NHIBERNATE)
        UUID id;
    }

    @Embeddable
    static class WrongKey implements Serializable {
        private static final long serialVersionUID = 1L;

        @SnowflakeId
        Integer number;

        Integer line;
    }

    @Entity
    static class EmbeddedWrongKey {
        @EmbeddedId
        WrongKey id;
    }

    static class WrongClassKey implements Serializable {
        private static final long serialVersionUID = 1L;

        Integer number;
        Integer line;
    }

    @Entity
    @IdClass(WrongClassKey.class)
    static class WrongIdClass {
        @Id
        @SnowflakeId
        Integer number;

        @Id
        Integer line;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    SnowflakeOnInteger | id | java.lang.Integer | use Long, long, BigInteger or String
                    SnowflakeOnUuid    | id | java.util.UUID    | use Long, long, BigInteger or String
                    GuidOnLong         | id | java.lang.Long    | use UUID, String or byte[]
                    ShortBase32        | id | length 12         | give it a length of 13 or more
                    ShortDecimal       | id | length 18         | give it a length of 19 or more
                    ShortReadable      | id | length 24         | give it a length of 26 or more
                    ShortGuidText      | id | length 31         | 32 characters, or 36 with hyphens
                    ShortGuidBytes     | id | length 15         | 16 bytes
                    NarrowColumn       | id | id                | give the column a wider type, such as bigint
                    InDouble           | id | id                | holds only integers of up to 53 bits
                    InReal             | id | id                | holds only integers of up to 24 bits
                    InFloat            | id | id                | holds only integers of up to 53 bits
                    InDecimal10        | id | id                | holds only integers of up to 33 bits
                    InScaled           | id | id                | holds only integers of up to 56 bits
                    InSmallint         | id | id                | holds only integers of up to 15 bits
                    InPrecision        | id | id                | holds only integers of up to 59 bits
                    InCodeDouble       | id | id                | holds only integers of up to 53 bits
                    UnknownLayout      | id | instagram         | use one of [standard, twitter,
                    UnknownField       | id | {shop=1}          | it has [businessLine]
                    FieldTooLarge      | id | {businessLine=16} | give a number from 0 to 15
                    FieldTwice         | id | @SnowflakeId.Field | give each field one number
                    FormatOfAnotherColumn | id | NHIBERNATE     | use RFC_9562 or RT_COMB
            EmbeddedWrongKey   | id.number | java.lang.Integer | use Long, long, BigInteger or String
                    WrongIdClass       | number | java.lang.Integer | use Long, long, BigInteger or String
                    """)
    void attributeThatCantBeServedIsNamed(String entity, String attribute, String value, String rule)
            throws ClassNotFoundException {
        Class<?> type = Class.forName(StartupErrorTest.class.getName() + "$" + entity);
        IdgenConfigurationException error = startupError(Hibernate.onH2(type));
        assertThat(error.subject()).isEqualTo("StartupErrorTest$" + entity + "." + attribute);
        assertThat(error.value()).isEqualTo(value);
        assertThat(error)
                .hasMessageStartingWith(error.subject() + " [" + value + "]: ")
                .hasMessageContaining(rule);
    }

    @Test
    void readableIdsOfFiveDigitYearsAreRefused() {
        assertThat(startupError(Hibernate.onH2(ReadableBeyondYear9999.class)
                        .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "wide.fields", "time:50, worker:4, sequence:2")))
                .hasMessage("StartupErrorTest$ReadableBeyondYear9999.id [READABLE]: layout [wide] reaches year [37702],"
                        + " and form READABLE has four digits for it; narrow the time field or use another form");
    }

    @Entity
    static class ShortIdsInDouble {
        @Id
        @SnowflakeId(layout = "javascript")
        @Column(columnDefinition = "double precision")
        Long id;
    }

    @Entity
    static class ShortIdsInNumeric {
        @Id
        @SnowflakeId(layout = "javascript")
        @Column(columnDefinition = "numeric(16)")
        Long id;
    }

    @Test
    void idsOfFiftyThreeBitsAreExactInADouble() {
        try (SessionFactory factory =
                Hibernate.onH2(ShortIdsInDouble.class, ShortIdsInNumeric.class).start()) {
            ShortIdsInDouble row = new ShortIdsInDouble();
            ShortIdsInNumeric other = new ShortIdsInNumeric();
            factory.inTransaction(session -> {
                session.persist(row);
                session.persist(other);
            });
            factory.inTransaction(session -> {
                assertThat(session.find(ShortIdsInDouble.class, row.id).id).isEqualTo(row.id);
                assertThat(session.find(ShortIdsInNumeric.class, other.id).id).isEqualTo(other.id);
            });
        }
    }

    @Entity
    static class BytesInUniqueidentifier {
        @Id
        @CombGuid
        @Column(columnDefinition = "uniqueidentifier")
        byte[] id;
    }

    @Test
    void bytesInUniqueidentifierAreRefusedBecauseTheServerReordersThem() {
        assertThat(startupError(Hibernate.offline(SQLServerDialect.class, BytesInUniqueidentifier.class)))
                .hasMessageContaining("BytesInUniqueidentifier.id [byte[]]")
                .hasMessageContaining("use UUID or String");
    }

    @Entity
    static class UuidInBinary {
        @Id
        @CombGuid
        @Column(columnDefinition = "binary(16)")
        UUID id;
    }

    @Test
    void uuidInABinaryColumnOfSqlServerIsRefusedBecauseTheServerReordersIt() {
        assertThat(startupError(Hibernate.offline(SQLServerDialect.class, UuidInBinary.class)))
                .hasMessageContaining("UuidInBinary.id [binary]")
                .hasMessageContaining("@JdbcTypeCode(SqlTypes.BINARY)");
    }

    @Entity
    static class UuidInChar {
        @Id
        @CombGuid
        @Column(columnDefinition = "char(36)")
        UUID id;
    }

    @Entity
    static class UuidInVarchar {
        @Id
        @CombGuid
        @Column(columnDefinition = "varchar(36) not null")
        UUID id;
    }

    @Entity
    static class UuidInCharAsText {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.CHAR)
        @Column(columnDefinition = "char(36)")
        UUID id;
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                SQLServerDialect.class,
                PostgreSQLDialect.class,
                CockroachDialect.class,
                HSQLDialect.class,
                MySQLDialect.class,
                OracleDialect.class
            })
    void uuidInATextColumnIsRefusedWhereItCouldNotBeReadAgain(Class<? extends Dialect> dialect) {
        assertThat(startupError(Hibernate.offline(dialect, UuidInChar.class)))
                .hasMessageContaining("UuidInChar.id [char(36)]")
                .hasMessageContaining("@JdbcTypeCode(SqlTypes.CHAR)");
        assertThat(startupError(Hibernate.offline(dialect, UuidInVarchar.class)))
                .hasMessageContaining("UuidInVarchar.id [varchar(36) not null]")
                .hasMessageContaining("@JdbcTypeCode(SqlTypes.VARCHAR)");
        try (SessionFactory factory =
                Hibernate.offline(dialect, UuidInCharAsText.class).start()) {
            assertThat(Hibernate.nextId(factory, UuidInCharAsText.class)).isInstanceOf(UUID.class);
        }
    }

    @Entity
    static class FormatOfAnotherOrder {
        @Id
        @CombGuid(format = GuidFormat.EF_CORE, order = CombGuid.Order.MARIADB)
        UUID id;
    }

    @Entity
    static class TurnsOnSqlServer {
        @Id
        @CombGuid(format = GuidFormat.INNODB)
        UUID id;
    }

    @Test
    void formatOfTurnsIsRefusedForTheOrderOfSqlServer() {
        assertThat(startupError(Hibernate.offline(SQLServerDialect.class, TurnsOnSqlServer.class)))
                .hasMessageContaining("TurnsOnSqlServer.id [INNODB]")
                .hasMessageContaining("do not ascend in order SQL_SERVER");
    }

    @Test
    void formatIsCheckedAgainstTheOrderThatIsUsed() {
        assertThat(startupError(Hibernate.offline(SQLServerDialect.class, FormatOfAnotherOrder.class)))
                .hasMessageContaining("FormatOfAnotherOrder.id [EF_CORE]")
                .hasMessageContaining("do not ascend in order MARIADB");
    }

    // Settings

    /** Without the framework, no code reads the setting. */
    @ParameterizedTest
    @ValueSource(strings = {"idgen.", "quarkus.hibernate-idgen."})
    void prefixOfAFrameworkThatDoesNotRunIsRefused(String prefix) {
        IdgenConfigurationException error =
                only(Hibernate.onH2(Snowflake.class).with(prefix + "snowflake.layout", "innodb"));
        assertThat(error)
                .hasMessageStartingWith(prefix + "snowflake.layout [hidden]: no setting has this name")
                .hasMessageContaining("; write hibernate.idgen.snowflake.layout");
        Hibernate.onH2(Snowflake.class).with("idgen.docs.write", true).start().close();
    }

    /** Neither the name nor the value of a wrong setting gets into the suggestion. */
    @Test
    void suggestionHasNoHostileTextAndNoSecret() {
        String hostile = "worker.id\r\nFORGED: \u001b[31m s3cr3t".repeat(1_000);
        assertThat(startupError(Hibernate.onH2(Snowflake.class).with(IdgenSettings.PREFIX + hostile, "s3cr3t")))
                .satisfies(error -> assertThat(
                                error.getMessage().substring(error.subject().length()))
                        .startsWith(" [hidden]: no setting")
                        .doesNotContain("s3cr3t", "FORGED"));
        assertThat(startupError(Hibernate.onH2(Snowflake.class)
                        .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "FORGED.s3cr3t.feilds", "s3cr3t")))
                .satisfies(error -> assertThat(
                                error.getMessage().substring(error.subject().length()))
                        .contains("layouts.NAME.fields")
                        .doesNotContain("s3cr3t", "FORGED"));
    }

    /** Names that differ from a setting by hostile text, so that a setting is suggested; values and layouts are secrets. */
    @Test
    void noSuggestionShowsAHostileTextOrASecret() {
        Random random = TestSeed.random();
        List<String> names = Setting.names(IdgenSettings.PREFIX);
        List<String> hostile =
                List.of("\r\n", "\u001b[31m", "\u202e", "${jndi:x}", "%s%n", "{0}", "<b>", "\u2028", "\0", "'--");
        int suggestions = 0;
        for (int i = 0; i < 1_000; i++) {
            String secret = Long.toHexString(random.nextLong() | Long.MIN_VALUE);
            String name = names.get(random.nextInt(names.size())).replace("NAME", secret);
            int at = IdgenSettings.PREFIX.length() + random.nextInt(name.length() - IdgenSettings.PREFIX.length());
            String noise = hostile.get(random.nextInt(hostile.size())).repeat(1 + random.nextInt(2));
            String given = name.substring(0, at) + noise + name.substring(at);
            IdgenConfigurationException error =
                    MisspeltName.of(given, i % 2 == 0 ? names : List.of("IDGEN_WORKER_ID", "IDGEN_SNOWFLAKE_LAYOUT"));
            String shown = error.getMessage().substring(error.subject().length());
            assertThat(shown).as(given).startsWith(" [hidden]: ").doesNotContain(secret, noise);
            assertThat(error.getMessage().chars().filter(c -> c != '\n' && Character.isISOControl(c)))
                    .as(given)
                    .isEmpty();
            suggestions += shown.contains("nearest name is") || shown.contains("; write ") ? 1 : 0;
        }
        assertThat(suggestions).isGreaterThan(300);
        List<String> ofValues =
                names.stream().filter(name -> !name.endsWith("NAME")).toList();
        for (int i = 0; i < 20; i++) {
            String secret = Long.toHexString(random.nextLong() | Long.MIN_VALUE);
            String name = ofValues.get(random.nextInt(ofValues.size())).replace("NAME", "x") + "x";
            assertThat(startupError(Hibernate.onH2(Snowflake.class).with(name, secret)))
                    .satisfies(error -> assertThat(error.toString()).doesNotContain(secret));
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
                    worker.id                     | 1024     | give a number from 0 to 1023
                    worker.id                     | -1       | is out of range; give 0 or more
                    worker.id                     | seven    | give a whole number
                    worker.source                 | mac      | use jdbc, fixed, an object of type io.github.hibernateidgen.worker.WorkerSource or
                    worker.quantity               | 7        | no setting has this name, and its value is hidden because it may be a secret; the page https://github.com/hibernateidgen/hibernate-idgen/blob/main/docs/settings.md lists all settings
                    worker.idd                    | 7        | ; the nearest name is hibernate.idgen.worker.id, and the page https://
                    worker.soruce                 | 7        | ; the nearest name is hibernate.idgen.worker.source, and the page https://
                    worker-id                     | 7        | ; write hibernate.idgen.worker.id
                    layout                        | 7        | ; the nearest name is hibernate.idgen.snowflake.layout, and the page https://
                    worker.nam                    | 7        | ; the nearest name is hibernate.idgen.worker.namespace, and the page https://
                    worker.jdbc.sche              | 7        | ; the nearest name is hibernate.idgen.worker.jdbc.schema-management, and the page https://
                    snowflake.max-a               | 7        | ; the nearest name is hibernate.idgen.snowflake.max-ahead, and the page https://
                    worker.table                  | 7        | ; the nearest name is hibernate.idgen.worker.jdbc.table, and the page https://
                    seal.key                      | 7        | ; the nearest name is hibernate.idgen.seal.keys, and the page https://
                    snowflake.maxwait             | 7s       | ; the nearest name is hibernate.idgen.snowflake.max-wait, and the page https://
                    snowflake.layouts.mine.feilds | 7s       | ; the nearest name is hibernate.idgen.snowflake.layouts.NAME.fields, and the page https://
                    worker.claim                  | never    | use start or first-id
                    worker.namespace              | shop 1   | the first a letter or digit
                    worker.window                 | 999ms    | give 1s to 24h
                    worker.window                 | 25h      | worker.window [25h]: is out of range; give 1s to 24h
                    worker.window                 | 60       | with its unit
                    worker.timeout                | 11m      | give 1ms to 10m
                    worker.max-skew               | 1h       | no setting has this name
                    worker.settle                 | 21s      | give 0s to 20s
                    worker.jdbc.table             | a;b      | not an identifier
                    worker.jdbc.table             | 'a"b.t'   | schema name [a"b] is not an identifier
                    worker.jdbc.table             | 1a.b.t   | catalog name [1a] is not an identifier
                    worker.jdbc.table             | a.b.c.t  | write catalog.schema.table, schema.table or table
                    worker.jdbc.table             | .t       | schema name [] is not an identifier
                    worker.jdbc.schema-management | maybe    | use schema-tools, create or none
                    segment.source                | table    | use database, an object of type io.github.hibernateidgen.segment.SegmentStore, or the name of a class
                    worker.source                 | hostname | use jdbc, fixed, an object of type
                    worker.source                 | redis    | or the name of a class that implements or supplies it
                    worker.source                 | java.lang.String | the class neither implements io.github.hibernateidgen.worker.WorkerSource or
                    segment.source                | java.lang.String | nor is a Supplier that returns it
                    snowflake.layout              | mine     | use one of [standard, twitter, short
                    snowflake.max-ahead           | 5        | with its unit
                    snowflake.max-ahead           | 2h       | is out of range; give 0ms to 1h
                    snowflake.max-wait            | soon     | with its unit
                    snowflake.max-wait            | -PT1S    | is out of range; give 0ms to 1h
                    snowflake.max-wait            | 0ms      | a full tick can be waited out
                    snowflake.sequence-spread     | 64       | no setting has this name
                    snowflake.layouts.mine.fields | time:41, worker:10, sequence:13 | 63 bits or fewer
                    snowflake.layouts.mine.fields | worker:10, time:41, sequence:12 | put the time first
                    snowflake.layouts.mine.fields | time:41, shop:10, sequence:12   | entity.NAME:BITS
                    snowflake.layouts.mine.fields | time:41, worker:10              | exactly one
                    snowflake.layouts.mine        | time:41  | give an object of type
                    snowflake.layouts.twitter.fields | time:41, sequence:12 | choose another
                    snowflake.layouts.mine.tick   | 2s       | is out of range; give 1ms to 1s
                    segment.offset                | 1        | offset and step belong together; set both hibernate.idgen.segment.offset and hibernate.idgen.segment.step
                    segment.step                  | 3        | offset and step belong together
                    segment.max-prefetch          | 0        | is out of range; give 1 to 1000
                    segment.max-prefetch          | many     | give a whole number
                    segment.max-concurrent-fetches | 6       | no setting has this name
                    segment.max-prefetch          | 4294967297 | is out of range; give 1 to 1000
                    segment.timeout               | 11m      | is out of range; give 1ms to 10m
            snowflake.layouts.mine.epoch  | 2024-01-01T00:00:00.0001Z | whole millisecond
            clock                         | UTC      | give an object of type java.time.InstantSource
                    """)
    void settingThatCantBeUsedIsNamed(String setting, String value, String rule) {
        String key = IdgenSettings.PREFIX + setting;
        IdgenConfigurationException error =
                startupError(Hibernate.onH2(Snowflake.class).with(key, value));
        assertThat(error.subject()).startsWith(key.replaceFirst("\\.fields$", ""));
        assertThat(error).hasMessageContaining(rule);
    }

    /** The part of each kind reads its settings before the schema tools run, also if no attribute is of its kind. */
    @ParameterizedTest
    @CsvSource({"worker.settle, 21s", "worker.range, none", "segment.offset, 1", "segment.source, table"})
    void settingOfAnotherKindStopsTheStartBeforeTablesAreMade(String setting, String value) throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        assertThat(startupError(Hibernate.onH2(Guid.class)
                                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                                .with(AvailableSettings.HBM2DDL_AUTO, "create")
                                .with(IdgenSettings.PREFIX + setting, value))
                        .subject())
                .isEqualTo(IdgenSettings.PREFIX + setting);
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", null, null)) {
            assertThat(tables.next()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 3, offset, from 1 to 3", "0, 3, offset, give 1 to 1000", "1, 0, step, give 1 to 1000"})
    void offsetThatIsNoneIsNamed(String offset, String step, String wrong, String rule) {
        IdgenConfigurationException error = startupError(Hibernate.onH2(Snowflake.class)
                .with(IdgenSettings.SEGMENT_OFFSET, offset)
                .with(IdgenSettings.SEGMENT_STEP, step));
        assertThat(error.subject()).isEqualTo(IdgenSettings.PREFIX + "segment." + wrong);
        assertThat(error).hasMessageContaining(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoch", "tick"})
    void layoutWithAnUnreadablePartNamesThePart(String part) {
        String key = IdgenSettings.SNOWFLAKE_LAYOUTS + "mine." + part;
        assertThat(startupError(Hibernate.onH2(Snowflake.class)
                                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "mine.fields", "time:41, sequence:12")
                                .with(key, "yesterday"))
                        .subject())
                .isEqualTo(key);
    }

    @Test
    void layoutObjectUnderAnotherNameIsRefused() {
        assertThat(startupError(Hibernate.onH2(Snowflake.class)
                        .with(
                                IdgenSettings.SNOWFLAKE_LAYOUTS + "mine",
                                SnowflakeLayout.named("yours")
                                        .time(41)
                                        .sequence(12)
                                        .build())))
                .hasMessageContaining("[yours]")
                .hasMessageContaining("use the same name for both");
    }

    @Test
    void fixedNumberBesideAnotherSourceIsRefused() {
        assertThat(startupError(
                        Hibernate.onH2(Snowflake.class).with(IdgenSettings.WORKER_SOURCE, WorkerSource.fixed(3))))
                .hasMessageContaining(IdgenSettings.WORKER_ID + " [5]")
                .hasMessageContaining("remove the number, or reserve it by hibernate.idgen.worker.range=5-5");
    }

    @Test
    void fixedSourceWithoutANumberIsRefused() {
        assertThat(startupError(Hibernate.onH2(Snowflake.class)
                        .without(IdgenSettings.WORKER_ID)
                        .with(IdgenSettings.WORKER_SOURCE, "fixed")))
                .hasMessageContaining(IdgenSettings.WORKER_SOURCE + " [fixed]")
                .hasMessageContaining("needs " + IdgenSettings.WORKER_ID + ", which is not set");
    }

    // Ranges of worker numbers

    private static Hibernate withRange(String range) {
        return Hibernate.onH2(Snowflake.class).without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_RANGE, range);
    }

    @Test
    void rangeThatIsNotReadableIsRefused() {
        assertThat(startupError(withRange("0..511")))
                .hasMessageContaining(IdgenSettings.WORKER_RANGE + " [0..511]")
                .hasMessageContaining("give the lowest and the highest number, such as 0-511");
    }

    @Test
    void fixedNumberOutsideOfTheRangeIsRefused() {
        assertThat(startupError(withRange("512-1023").with(IdgenSettings.WORKER_ID, 5)))
                .hasMessageContaining(IdgenSettings.WORKER_ID + " [5]: the number is outside of "
                        + IdgenSettings.WORKER_RANGE + " [512-1023]");
    }

    @Test
    void rangeThatALayoutDoesNotHaveIsRefusedBeforeANumberIsClaimed() {
        assertThat(startupError(withRange("512-1024")))
                .hasMessageContaining(IdgenSettings.WORKER_RANGE
                        + " [512-1024]: layout [standard] of StartupErrorTest$Snowflake.id has"
                        + " only the numbers 0 to 1023");
    }

    @Test
    void rangeBesideASourceOfTheUsersOwnIsRefused() {
        assertThat(startupError(withRange("0-511").with(IdgenSettings.WORKER_SOURCE, WorkerSource.fixed(3))))
                .hasMessageContaining(IdgenSettings.WORKER_RANGE + " [0-511]")
                .hasMessageContaining(
                        "[fixed worker number 3] chooses its number itself; give the range to that" + " source");
    }

    @Test
    void numberIsOfTheRange() {
        try (SessionFactory factory = withRange("1000-1000").start()) {
            assertThat(Idgen.of(factory)
                            .workerSource()
                            .orElseThrow()
                            .reservation()
                            .worker())
                    .isEqualTo(1000);
        }
    }

    // Clocks

    @ParameterizedTest
    @ValueSource(strings = {"2023-12-31T23:59:59.999Z", "2093-09-06T15:47:35.552Z"})
    void clockOutsideTheLayoutIsRefusedAtStart(Instant now) {
        assertThat(startupError(
                        Hibernate.onH2(Snowflake.class).with(IdgenSettings.CLOCK, Clock.fixed(now, ZoneOffset.UTC))))
                .hasMessageContaining("Snowflake.id [standard]: the clock reads " + now)
                .hasMessageContaining("use a layout that is in force");
    }

    @Test
    void idPastTheEndOfTheLayoutIsRefusedByName() {
        AtomicLong millis = new AtomicLong(SnowflakeLayout.STANDARD.end().toEpochMilli() - 10_000);
        InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
        try (SessionFactory factory =
                Hibernate.onH2(Snowflake.class).with(IdgenSettings.CLOCK, clock).start()) {
            millis.addAndGet(9_999);
            assertThat(Hibernate.nextId(factory, Snowflake.class)).isNotNull();
            millis.addAndGet(1);
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(new Snowflake())))
                    .hasRootCauseMessage(
                            "layout [standard] ended at [2093-09-06T15:47:35.552Z]: its time field is full;"
                                    + " move to a layout with a wider time field, whose ids are greater");
            assertThatThrownBy(() -> Hibernate.nextId(factory, Snowflake.class))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("StartupErrorTest$Snowflake.id: layout [standard] ended");
        }
    }

    @Test
    void clockThatSteppedBackIsRefusedByNameWithoutWaitingInVain() {
        AtomicLong millis = new AtomicLong(Instant.parse("2026-06-01T12:00:00Z").toEpochMilli());
        InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
        try (SessionFactory factory =
                Hibernate.onH2(Snowflake.class).with(IdgenSettings.CLOCK, clock).start()) {
            millis.addAndGet(1000);
            assertThat(Hibernate.nextId(factory, Snowflake.class)).isNotNull();
            millis.addAndGet(-Duration.ofHours(1).toMillis());
            assertThatThrownBy(() -> Hibernate.nextId(factory, Snowflake.class))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("StartupErrorTest$Snowflake.id: the clock reads [2026-06-01T11:00:01Z]")
                    .hasMessageContaining(
                            "max-wait [" + SnowflakeLimits.DEFAULT.maxWait().toMillis() + " ms]");
        }
    }

    // The worker number

    @Test
    void whoUsesGuidsOnlyHearsNothingOfWorkerNumbers() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.onH2(Guid.class)
                        .without(IdgenSettings.WORKER_ID)
                        .start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    /** Only the names of settings have the framework's prefix: the rest is the user's text. */
    @Test
    void textOfTheUserStaysAsItIs() {
        String type = "com.acme.hibernate.idgen.Stor";
        IdgenConfigurationException error = only(Hibernate.onH2(Snowflake.class)
                .with(IdgenSettings.WORKER_SOURCE, type)
                .with(Remedies.NAMES, "idgen."));
        assertThat(error).hasMessageStartingWith("idgen.worker.source [" + type + "]: ");
        assertThat(error.value()).isEqualTo(type);
    }

    /** The error in Hibernate's names, after the same start has failed in the names of each framework. */
    private static IdgenConfigurationException startupError(Hibernate hibernate) {
        IdgenConfigurationException error = only(hibernate);
        for (String prefix : List.of("idgen.", "quarkus.hibernate-idgen.")) {
            IdgenConfigurationException named = only(hibernate.with(Remedies.NAMES, prefix));
            assertThat(List.of(named.getMessage(), named.subject(), named.value()))
                    .containsExactly(
                            error.getMessage().replace(IdgenSettings.PREFIX, prefix),
                            error.subject().replace(IdgenSettings.PREFIX, prefix),
                            error.value().replace(IdgenSettings.PREFIX, prefix));
            assertThat(named).hasStackTraceContaining(error.getStackTrace()[0].toString());
        }
        return error;
    }

    /** The first of our errors among the causes of what stopped Hibernate. */
    private static IdgenConfigurationException only(Hibernate hibernate) {
        Throwable thrown = catchThrowable(() -> hibernate.start().close());
        assertThat(thrown).as("start-up").isNotNull();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IdgenConfigurationException ours) {
                return ours;
            }
        }
        throw new AssertionError("start-up failed with something else", thrown);
    }
}
