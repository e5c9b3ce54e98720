package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each type that Hibernate sends, in each type of column: startup fails, or the rows are found again. The column has its
 * type from the mapping's {@code columnDefinition}, or from an older table that the mapping does not describe.
 */
class SentColumnsIT {

    private static final String TABLE = "idgen_sent";

    @Entity(name = "UuidByDefault")
    @Table(name = TABLE)
    static class UuidByDefault {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "UuidAsBinary")
    @Table(name = TABLE)
    static class UuidAsBinary {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        UUID id;
    }

    @Entity(name = "UuidAsChar")
    @Table(name = TABLE)
    static class UuidAsChar {
        @Id
        @CombGuid
        @Column(length = 36)
        @JdbcTypeCode(SqlTypes.CHAR)
        UUID id;
    }

    @Entity(name = "UuidAsVarchar")
    @Table(name = TABLE)
    static class UuidAsVarchar {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.VARCHAR)
        UUID id;
    }

    @Entity(name = "UuidAsUuid")
    @Table(name = TABLE)
    static class UuidAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        UUID id;
    }

    @Entity(name = "TextByDefault")
    @Table(name = TABLE)
    static class TextByDefault {
        @Id
        @CombGuid
        String id;
    }

    @Entity(name = "TextAsChar")
    @Table(name = TABLE)
    static class TextAsChar {
        @Id
        @CombGuid
        @Column(length = 32)
        @JdbcTypeCode(SqlTypes.CHAR)
        String id;
    }

    @Entity(name = "TextAsUuid")
    @Table(name = TABLE)
    static class TextAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        String id;
    }

    @Entity(name = "TextAsBinary")
    @Table(name = TABLE)
    static class TextAsBinary {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        String id;
    }

    @Entity(name = "BytesByDefault")
    @Table(name = TABLE)
    static class BytesByDefault {
        @Id
        @CombGuid
        byte[] id;
    }

    @Entity(name = "BytesAsBinary")
    @Table(name = TABLE)
    static class BytesAsBinary {
        @Id
        @CombGuid
        @Column(length = 16)
        @JdbcTypeCode(SqlTypes.BINARY)
        byte[] id;
    }

    @Entity(name = "BytesAsUuid")
    @Table(name = TABLE)
    static class BytesAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        byte[] id;
    }

    @Entity(name = "LongByDefault")
    @Table(name = TABLE)
    static class LongByDefault {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SnowflakeInText")
    @Table(name = TABLE)
    static class SnowflakeInText {
        @Id
        @SnowflakeId
        String id;
    }

    @Entity(name = "DecimalText")
    @Table(name = TABLE)
    static class DecimalText {
        @Id
        @SnowflakeId(text = SnowflakeText.PLAIN_DECIMAL)
        String id;
    }

    private static final List<Class<?>> SENT = List.of(
            UuidByDefault.class,
            UuidAsUuid.class,
            UuidAsBinary.class,
            UuidAsChar.class,
            UuidAsVarchar.class,
            TextByDefault.class,
            TextAsChar.class,
            TextAsUuid.class,
            TextAsBinary.class,
            BytesByDefault.class,
            BytesAsBinary.class,
            BytesAsUuid.class,
            LongByDefault.class,
            SnowflakeInText.class,
            DecimalText.class);

    private static final List<String> PLAIN =
            List.of("char(32)", "char(36)", "varchar(36)", "varchar(255)", "bigint", "timestamp");

    private static final List<String> BYTES = List.of("binary(16)", "binary(255)", "varbinary(16)", "varbinary(255)");

    /** Startup fails for these, because the values are found by a chance conversion, or without the help of an index. */
    private static final Set<String> NEEDLESS = Set.of(
            "HSQLDB UuidByDefault binary(255)",
            "HSQLDB UuidAsUuid binary(255)",
            "HSQLDB UuidAsBinary binary(255)",
            "HSQLDB BytesAsUuid binary(255)",
            "HSQLDB DecimalText varbinary(16)",
            "HSQLDB DecimalText varbinary(255)",
            "HSQLDB TextAsChar binary(16)",
            "HSQLDB TextAsChar varbinary(16)",
            "HSQLDB TextAsChar varbinary(255)",
            "MySQL LongByDefault varbinary(255)",
            "MariaDB LongByDefault varbinary(255)");

    static Stream<Arguments> databases() {
        return Stream.of(
                Arguments.of(TestDatabase.H2, "", columns(BYTES, "uuid", "blob", "clob")),
                Arguments.of(TestDatabase.HSQLDB, "", columns(BYTES, "uuid", "blob", "clob")),
                Arguments.of(TestDatabase.POSTGRESQL, "", columns(List.of(), "uuid", "bytea", "text")),
                Arguments.of(
                        TestDatabase.POSTGRESQL, "stringtype=unspecified", columns(List.of(), "uuid", "bytea", "text")),
                Arguments.of(TestDatabase.MARIADB, "", columns(BYTES, "uuid")),
                Arguments.of(TestDatabase.MARIADB, "sessionVariables=sql_mode=''", columns(BYTES, "uuid")),
                Arguments.of(TestDatabase.MYSQL, "", columns(BYTES)));
    }

    private static List<String> columns(List<String> bytes, String... others) {
        return Stream.of(PLAIN, bytes, List.of(others)).flatMap(List::stream).toList();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("databases")
    void startupFailsOrRowsAreFoundAgain(TestDatabase database, String option, List<String> columns)
            throws SQLException {
        RunningDatabase running = database.orSkip();
        List<String> wrong = new ArrayList<>();
        for (Class<?> sent : SENT) {
            for (String column : columns) {
                for (boolean isMapped : new boolean[] {true, false}) {
                    Cell cell = new Cell(running, option, sent, column, isMapped);
                    String use = cell.use();
                    String start = cell.start();
                    boolean isKnown = NEEDLESS.contains(database + " " + sent.getSimpleName() + " " + column);
                    if (use.equals("found") == start.startsWith("rejected") && !(isKnown && use.equals("found"))) {
                        wrong.add("%s in %s (%s): %s, but %s"
                                .formatted(
                                        sent.getSimpleName(), column, isMapped ? "mapped" : "older table", start, use));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private record Cell(RunningDatabase running, String option, Class<?> sent, String column, boolean isMapped) {

        private Hibernate hibernate(String check) {
            Hibernate hibernate = Hibernate.on(running.persistenceSettings(), sent)
                    .with(IdgenSettings.WORKER_ID, 5)
                    .with(IdgenSettings.COLUMN_CHECK, check);
            if (!option.isEmpty()) {
                String url = running.jdbcUrl();
                hibernate.with(AvailableSettings.JAKARTA_JDBC_URL, url + (url.contains("?") ? "&" : "?") + option);
            }
            return isMapped ? hibernate.with(new Definition(column)) : hibernate;
        }

        /** Returns whether the library's startup fails where it would only warn of a column that holds some values. */
        String start() throws SQLException {
            makeTable();
            try (SessionFactory factory = hibernate("warn").start()) {
                assertThat(factory.isOpen()).isTrue();
                return "starts";
            } catch (RuntimeException e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    if (cause instanceof IdgenConfigurationException ours) {
                        return "rejected: " + ours.getMessage();
                    }
                }
                throw e;
            } finally {
                dropTable();
            }
        }

        /** Writes two rows, and looks for each by its id, by a query, and by the id that a query reads. */
        String use() throws SQLException {
            makeTable();
            try (SessionFactory factory = hibernate("off").start()) {
                List<Object> ids = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    Object entity = sent.getDeclaredConstructor().newInstance();
                    factory.inTransaction(session -> session.persist(entity));
                    ids.add(factory.getPersistenceUnitUtil().getIdentifier(entity));
                }
                return ids.stream().allMatch(id -> factory.fromSession(session -> isFound(session, id)))
                        ? "found"
                        : "lost";
            } catch (RuntimeException | ReflectiveOperationException e) {
                Throwable root = e;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                return root.toString();
            } finally {
                dropTable();
            }
        }

        private boolean isFound(Session session, Object id) {
            Object found = session.find(sent, id);
            String query = "from " + sent.getName() + " where id = :id";
            List<?> queried = session.createSelectionQuery(query, sent)
                    .setParameter("id", id)
                    .getResultList();
            List<Object> read = session.createSelectionQuery("select id " + query, Object.class)
                    .setParameter("id", id)
                    .getResultList();
            return found != null
                    && queried.equals(List.of(found))
                    && read.size() == 1
                    && Objects.deepEquals(read.get(0), id);
        }

        private void makeTable() throws SQLException {
            execute("create table " + TABLE + " (id " + column + " not null)");
        }

        private void dropTable() throws SQLException {
            execute("drop table " + TABLE);
        }

        private void execute(String sql) throws SQLException {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** Gives the id a {@code columnDefinition}. */
    private record Definition(String type) implements Integrator {

        @Override
        public void integrate(
                Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
            metadata.getEntityBindings()
                    .forEach(
                            entity -> entity.getIdentifier().getColumns().get(0).setSqlType(type));
        }

        @Override
        public void disintegrate(
                SessionFactoryImplementor sessionFactory, SessionFactoryServiceRegistry serviceRegistry) {}
    }
}
