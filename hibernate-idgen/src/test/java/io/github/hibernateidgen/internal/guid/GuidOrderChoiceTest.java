package io.github.hibernateidgen.internal.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which order each column of each dialect gets, decided at start-up without a database. */
class GuidOrderChoiceTest {

    @Entity
    static class Plain {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity
    static class CodeUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        UUID id;
    }

    @Entity
    static class CodeBinary {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        UUID id;
    }

    @Entity
    static class CodeChar {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.CHAR)
        UUID id;
    }

    @Entity
    static class CodeVarchar {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.VARCHAR)
        UUID id;
    }

    @Entity
    static class DefinedBinary {
        @Id
        @CombGuid
        @Column(columnDefinition = "binary(16)")
        UUID id;
    }

    @Entity
    static class DefinedChar {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.CHAR)
        @Column(columnDefinition = "char(36) not null")
        UUID id;
    }

    @Entity
    static class DefinedUuid {
        @Id
        @CombGuid
        @Column(columnDefinition = "UUID not null")
        UUID id;
    }

    @Entity
    static class DefinedUniqueidentifier {
        @Id
        @CombGuid
        @Column(columnDefinition = "[UniqueIdentifier] rowguidcol")
        UUID id;
    }

    @Entity
    static class DefinedAlias {
        @Id
        @CombGuid
        @Column(columnDefinition = "dbo.order_key")
        UUID id;
    }

    @Entity
    static class Text {
        @Id
        @CombGuid
        @Column(length = 36)
        String id;
    }

    @Entity
    static class TextInUniqueidentifier {
        @Id
        @CombGuid
        @Column(columnDefinition = "uniqueidentifier")
        String id;
    }

    @Entity
    static class TextInUuid {
        @Id
        @CombGuid
        @Column(columnDefinition = "uuid")
        String id;
    }

    @Entity
    static class Bytes {
        @Id
        @CombGuid
        @Column(length = 16)
        byte[] id;
    }

    @Entity
    static class BytesInBinary {
        @Id
        @CombGuid
        @Column(columnDefinition = "binary(16)")
        byte[] id;
    }

    @Entity
    static class BytesInUuid {
        @Id
        @CombGuid
        @Column(columnDefinition = "uuid")
        byte[] id;
    }

    @Entity
    static class BytesInRaw {
        @Id
        @CombGuid
        @Column(columnDefinition = "raw(16)")
        byte[] id;
    }

    private static final Map<String, Class<? extends Dialect>> DIALECTS = Map.of(
            "SQL Server", SQLServerDialect.class,
            "MySQL", MySQLDialect.class,
            "MariaDB", MariaDBDialect.class,
            "Oracle", OracleDialect.class,
            "PostgreSQL", PostgreSQLDialect.class,
            "H2", H2Dialect.class,
            "HSQLDB", HSQLDialect.class);

    @ParameterizedTest(name = "{0} {1}: {2} in order {3}")
    @CsvSource(textBlock = """
                    SQL Server, Plain, uniqueidentifier, SQL_SERVER
                    SQL Server, CodeUuid, uniqueidentifier, SQL_SERVER
                    SQL Server, CodeBinary, binary, BYTES
                    SQL Server, CodeChar, char|varchar, BYTES
                    SQL Server, CodeVarchar, varchar, BYTES
                    SQL Server, BytesInBinary, binary, BYTES
                    SQL Server, DefinedChar, char, BYTES
                    SQL Server, DefinedUniqueidentifier, [UniqueIdentifier], SQL_SERVER
                    SQL Server, DefinedAlias, dbo.order_key, SQL_SERVER
                    SQL Server, Text, varchar, BYTES
                    SQL Server, TextInUniqueidentifier, uniqueidentifier, SQL_SERVER
                    SQL Server, Bytes, varbinary, BYTES
                    MySQL, Plain, binary, BYTES
                    MySQL, CodeBinary, binary, BYTES
                    MySQL, CodeChar, char|varchar, BYTES
                    MySQL, CodeVarchar, varchar, BYTES
                    MySQL, DefinedBinary, binary, BYTES
                    MySQL, DefinedChar, char, BYTES
                    MySQL, Text, varchar, BYTES
                    MySQL, Bytes, varbinary, BYTES
                    MariaDB, Plain, uuid, MARIADB
                    MariaDB, CodeUuid, uuid, MARIADB
                    MariaDB, CodeBinary, binary, BYTES
                    MariaDB, CodeChar, char|varchar, BYTES
                    MariaDB, CodeVarchar, varchar, BYTES
                    MariaDB, DefinedChar, char, BYTES
                    MariaDB, DefinedUuid, UUID, MARIADB
                    MariaDB, Text, varchar, BYTES
                    MariaDB, TextInUuid, uuid, MARIADB
                    MariaDB, Bytes, varbinary, BYTES
                    Oracle, Plain, raw, BYTES
                    Oracle, CodeBinary, raw, BYTES
                    Oracle, CodeChar, char|varchar2, BYTES
                    Oracle, CodeVarchar, varchar2, BYTES
                    Oracle, DefinedChar, char, BYTES
                    Oracle, Text, varchar2, BYTES
                    Oracle, Bytes, raw, BYTES
            Oracle, CodeUuid, raw, BYTES
                    Oracle, BytesInRaw, raw, BYTES
                    PostgreSQL, Plain, uuid, BYTES
                    PostgreSQL, CodeUuid, uuid, BYTES
                    PostgreSQL, CodeBinary, bytea, BYTES
                    PostgreSQL, CodeChar, char|varchar, BYTES
                    PostgreSQL, DefinedChar, char, BYTES
            PostgreSQL, DefinedUuid, UUID, BYTES
                    PostgreSQL, Text, varchar, BYTES
                    PostgreSQL, Bytes, bytea, BYTES
                    H2, Plain, uuid, BYTES
                    H2, CodeUuid, uuid, BYTES
            H2, CodeBinary, binary, BYTES
                    H2, CodeChar, char|varchar, BYTES
                    H2, DefinedBinary, binary, BYTES
                    H2, Text, varchar, BYTES
                    H2, Bytes, varbinary, BYTES
                    HSQLDB, Plain, binary, BYTES
                    HSQLDB, CodeBinary, binary, BYTES
            HSQLDB, CodeChar, char|varchar, BYTES
                    HSQLDB, DefinedUuid, UUID, BYTES
                    HSQLDB, Text, varchar, BYTES
                    HSQLDB, Bytes, varbinary, BYTES
                    """)
    // Hibernate 6.6 maps the code CHAR to char on MySQL, 7 to varchar.
    void orderFitsTheColumn(String database, String mapping, String type, GuidOrder order)
            throws ClassNotFoundException {
        Class<?> entity = Class.forName(GuidOrderChoiceTest.class.getName() + "$" + mapping);
        Hibernate hibernate = onServer(database, entity);
        assertThat(hibernate.columnType(entity, "id").replaceFirst("[ (].*", ""))
                .as("the column that this case is about")
                .matches("(?i)" + Pattern.quote(type).replace("|", "\\E|\\Q"));
        assertGeneratesIn(order, hibernate, entity);
    }

    @Test
    void mariaDbBeforeUuidsHoldsThemAsBinary() {
        Hibernate hibernate = Hibernate.offline(MariaDBDialect.class, Plain.class)
                .with("jakarta.persistence.database-product-name", "MariaDB")
                .with("jakarta.persistence.database-major-version", 10)
                .with("jakarta.persistence.database-minor-version", 6);
        assertThat(hibernate.columnType(Plain.class, "id")).isEqualTo("binary(16)");
        assertGeneratesIn(GuidOrder.BYTES, hibernate, Plain.class);
    }

    @Entity
    static class BytesInUniqueidentifier {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        @Column(columnDefinition = "uniqueidentifier")
        UUID id;
    }

    /** Rows would arrive out of order, and other programs would read other ids. */
    @Test
    void bytesThatSqlServerReordersAreRefused() {
        assertThatThrownBy(() ->
                        onServer("SQL Server", BytesInUniqueidentifier.class).start())
                .hasStackTraceContaining(
                        "BytesInUniqueidentifier.id [uniqueidentifier]: SQL Server reorders the bytes of a binary"
                                + " value for a uniqueidentifier; remove @JdbcTypeCode");
    }

    @Entity
    static class UuidInBytea {
        @Id
        @CombGuid
        @Column(columnDefinition = "bytea")
        UUID id;
    }

    @Entity
    static class TextInBytea {
        @Id
        @CombGuid
        @Column(columnDefinition = "bytea")
        String id;
    }

    @Entity
    static class TextAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        String id;
    }

    /** The database rejects or loses what Hibernate sends, so the message names what to send. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    MariaDB    | DefinedBinary | holds 16 bytes, but the values are text of 36; use @JdbcTypeCode(SqlTypes.BINARY)
                    MariaDB    | BytesInUuid   | does not suit GUIDs that are sent as bytes; declare the attribute as UUID
                    MySQL      | DefinedUuid   | does not suit GUIDs that are sent as bytes; use MariaDBDialect
                    PostgreSQL | UuidInBytea   | does not suit GUIDs that are sent as a GUID; use @JdbcTypeCode(SqlTypes.BINARY)
                    PostgreSQL | TextInBytea   | does not suit GUIDs that are sent as text; declare the attribute as byte[]
                    PostgreSQL | BytesInUuid   | does not suit GUIDs that are sent as bytes; declare the attribute as UUID
                    PostgreSQL | TextAsUuid    | Hibernate would send this type as a GUID; remove @JdbcTypeCode
                    """)
    void definitionThatDoesNotKeepWhatIsSentIsRefused(String server, String entity, String problem)
            throws ClassNotFoundException {
        Class<?> mapped = Class.forName(GuidOrderChoiceTest.class.getName() + "$" + entity);
        assertThatThrownBy(() -> onServer(server, mapped).start()).hasStackTraceContaining(problem);
    }

    @Entity
    static class ByHand {
        @Id
        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        UUID id;
    }

    @Test
    void orderOfTheAnnotationWinsAndIsWarnedOfByName() {
        Hibernate hibernate = onServer("PostgreSQL", ByHand.class);
        try (LogCapture log = new LogCapture()) {
            assertGeneratesIn(GuidOrder.SQL_SERVER, hibernate, ByHand.class);
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("GuidOrderChoiceTest$ByHand.id", "SQL_SERVER", "BYTES", "remove the order");
        }
    }

    @Entity
    static class NHibernate {
        @Id
        @CombGuid(format = GuidFormat.NHIBERNATE)
        UUID id;
    }

    @Test
    void formatOfAnotherFrameworkIsWrittenInTheOrderOfTheColumn() {
        try (SessionFactory factory = onServer("SQL Server", NHibernate.class).start()) {
            UUID guid = guid(Hibernate.nextId(factory, NHibernate.class));
            assertThat(GuidFormat.NHIBERNATE.instant(GuidOrder.SQL_SERVER, guid))
                    .isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
        }
    }

    @Test
    void choiceIsLoggedOnceAtStartUp() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = onServer("SQL Server", Plain.class).start()) {
            assertThat(log.messages())
                    .filteredOn(message -> message.contains("Plain.id"))
                    .singleElement()
                    .asString()
                    .contains("order SQL_SERVER", "uniqueidentifier");
            assertThat(factory.isOpen()).isTrue();
        }
    }

    private static Hibernate onServer(String database, Class<?> entity) {
        Hibernate hibernate = Hibernate.offline(DIALECTS.get(database), entity);
        if (database.equals("MariaDB")) {
            // The version decides whether UUIDs have a type of their own.
            hibernate
                    .with("jakarta.persistence.database-product-name", "MariaDB")
                    .with("jakarta.persistence.database-major-version", 11)
                    .with("jakarta.persistence.database-minor-version", 4);
        }
        return hibernate;
    }

    private static void assertGeneratesIn(GuidOrder order, Hibernate hibernate, Class<?> entity) {
        try (SessionFactory factory = hibernate.start()) {
            List<UUID> guids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                guids.add(guid(Hibernate.nextId(factory, entity)));
            }
            assertThat(guids).allSatisfy(guid -> assertThat(guid.version()).isEqualTo(order.version()));
            assertThat(guids).isSortedAccordingTo(order.comparator()).doesNotHaveDuplicates();
        }
    }

    private static UUID guid(Object value) {
        if (value instanceof byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        return UUID.fromString(value.toString());
    }
}
