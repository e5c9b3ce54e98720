package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import io.github.hibernateidgen.internal.runtime.StartedColumns;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each type that Hibernate sends, in each type of column: the check at startup rejects the column, or the rows are found again.
 * The column has its type from the mapping's {@code columnDefinition}, or from an older table that the mapping does not describe.
 * One session factory has all entities, because each of them would take longer to start than all of its checks and rows.
 */
class SentColumnsIT {

    @Entity(name = "UuidByDefault")
    static class UuidByDefault {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "UuidAsBinary")
    static class UuidAsBinary {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        UUID id;
    }

    @Entity(name = "UuidAsChar")
    static class UuidAsChar {
        @Id
        @CombGuid
        @Column(length = 36)
        @JdbcTypeCode(SqlTypes.CHAR)
        UUID id;
    }

    @Entity(name = "UuidAsVarchar")
    static class UuidAsVarchar {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.VARCHAR)
        UUID id;
    }

    @Entity(name = "UuidAsUuid")
    static class UuidAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        UUID id;
    }

    @Entity(name = "TextByDefault")
    static class TextByDefault {
        @Id
        @CombGuid
        String id;
    }

    @Entity(name = "TextAsChar")
    static class TextAsChar {
        @Id
        @CombGuid
        @Column(length = 32)
        @JdbcTypeCode(SqlTypes.CHAR)
        String id;
    }

    @Entity(name = "TextAsUuid")
    static class TextAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        String id;
    }

    @Entity(name = "TextAsBinary")
    static class TextAsBinary {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        String id;
    }

    @Entity(name = "BytesByDefault")
    static class BytesByDefault {
        @Id
        @CombGuid
        byte[] id;
    }

    @Entity(name = "BytesAsBinary")
    static class BytesAsBinary {
        @Id
        @CombGuid
        @Column(length = 16)
        @JdbcTypeCode(SqlTypes.BINARY)
        byte[] id;
    }

    @Entity(name = "BytesAsUuid")
    static class BytesAsUuid {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.UUID)
        byte[] id;
    }

    @Entity(name = "LongByDefault")
    static class LongByDefault {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SnowflakeInText")
    static class SnowflakeInText {
        @Id
        @SnowflakeId
        String id;
    }

    @Entity(name = "DecimalText")
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

    /** The columnDefinitions of the ordinary build, on H2. */
    private static final Set<String> MAPPED = Set.of("uuid", "char(36)", "bigint");

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
        for (String column : columns) {
            try {
                for (Class<?> sent : SENT) {
                    execute(running, "create table " + sent.getSimpleName() + " (id " + column + " not null)");
                }
                Attempt older = new Attempt(running, option, column, false, new HashMap<>(), new HashMap<>());
                older.start(SENT);
                wrong.addAll(older.wrong());
                // The columnDefinition is checked without the database, and needs a start for each that is rejected.
                if (option.isEmpty() && (LongTest.RUN || database == TestDatabase.H2 && MAPPED.contains(column))) {
                    Attempt mapped =
                            new Attempt(running, option, column, true, new HashMap<>(), new HashMap<>(older.uses));
                    mapped.start(SENT.stream().filter(older::starts).toList());
                    SENT.stream().filter(sent -> !older.starts(sent)).forEach(sent -> mapped.start(List.of(sent)));
                    wrong.addAll(mapped.wrong());
                }
            } finally {
                for (Class<?> sent : SENT) {
                    execute(running, "drop table if exists " + sent.getSimpleName());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /**
     * All entities with one column.
     *
     * @param checks the result of the check, by the name of the entity
     * @param uses what became of the rows. An entity whose {@code columnDefinition} is rejected keeps its result in the older
     *     table
     */
    private record Attempt(
            RunningDatabase running,
            String option,
            String column,
            boolean isMapped,
            Map<String, String> checks,
            Map<String, String> uses) {

        boolean starts(Class<?> sent) {
            return checks.get(sent.getSimpleName()).equals("starts");
        }

        void start(List<Class<?>> entities) {
            List<Class<?>> left = new ArrayList<>(entities);
            EachColumn check = new EachColumn(isMapped ? column : null, checks);
            while (!left.isEmpty()) {
                try (SessionFactory factory = hibernate(left).with(check).start()) {
                    left.forEach(sent -> uses.put(sent.getSimpleName(), use(factory, sent)));
                    return;
                } catch (IdgenConfigurationException e) {
                    // The first columnDefinition that does not fit ends the start.
                    String entity = e.getMessage().substring(0, e.getMessage().indexOf('.'));
                    checks.put(entity, "rejected: " + e.getMessage());
                    uses.putIfAbsent(entity, "not tried, because no column fits the mapping");
                    assertThat(left.removeIf(sent -> sent.getSimpleName().equals(entity)))
                            .as(entity)
                            .isTrue();
                }
            }
        }

        private Hibernate hibernate(List<Class<?>> entities) {
            Hibernate hibernate = Hibernate.on(running.persistenceSettings(), entities.toArray(Class<?>[]::new))
                    .with(IdgenSettings.WORKER_ID, 5);
            String url = running.jdbcUrl();
            return option.isEmpty()
                    ? hibernate
                    : hibernate.with(
                            AvailableSettings.JAKARTA_JDBC_URL, url + (url.contains("?") ? "&" : "?") + option);
        }

        /** Returns the pairs that are rejected although the rows are found, or accepted although they are not. */
        List<String> wrong() {
            assertThat(checks).as("checked entities").hasSameSizeAs(SENT);
            List<String> wrong = new ArrayList<>();
            for (Class<?> sent : SENT) {
                String use = uses.get(sent.getSimpleName());
                boolean isKnown = NEEDLESS.contains(running.database() + " " + sent.getSimpleName() + " " + column);
                if (use.equals("found") != starts(sent) && !(isKnown && use.equals("found"))) {
                    wrong.add("%s in %s (%s): %s, but %s"
                            .formatted(
                                    sent.getSimpleName(),
                                    column,
                                    isMapped ? "mapped" : "older table",
                                    checks.get(sent.getSimpleName()),
                                    use));
                }
            }
            return wrong;
        }
    }

    /** Writes two rows, and looks for each by its id, by a query, and by the id that a query reads. */
    private static String use(SessionFactory factory, Class<?> sent) {
        try {
            List<Object> ids = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Object entity = sent.getDeclaredConstructor().newInstance();
                factory.inTransaction(session -> session.persist(entity));
                // MySQL compares text with a number as doubles, which two ids of one millisecond share.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                ids.add(factory.getPersistenceUnitUtil().getIdentifier(entity));
            }
            return ids.stream().allMatch(id -> factory.fromSession(session -> isFound(session, sent, id)))
                    ? "found"
                    : "lost";
        } catch (RuntimeException | ReflectiveOperationException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return root.toString();
        }
    }

    private static boolean isFound(Session session, Class<?> sent, Object id) {
        Object found = session.find(sent, id);
        String query = "from " + sent.getName() + " where id = :id";
        List<?> queried =
                session.createSelectionQuery(query, sent).setParameter("id", id).getResultList();
        List<Object> read = session.createSelectionQuery("select id " + query, Object.class)
                .setParameter("id", id)
                .getResultList();
        return found != null
                && queried.equals(List.of(found))
                && read.size() == 1
                && Objects.deepEquals(read.get(0), id);
    }

    private static void execute(RunningDatabase running, String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Checks the column of each entity by itself, in place of the library's checks, with the setting that lets startup fail
     * only for a column that can hold no value. Gives each id the {@code columnDefinition}, if there is one.
     *
     * @param results the result by the name of the entity
     */
    private record EachColumn(@Nullable String definition, Map<String, String> results) implements Integrator {

        @Override
        public void integrate(
                Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
            if (definition != null) {
                metadata.getEntityBindings()
                        .forEach(entity ->
                                entity.getIdentifier().getColumns().get(0).setSqlType(definition));
            }
            // The second call of this method, which is the library's, has no effect.
            Engines.observe(
                    sessionFactory,
                    metadata,
                    () -> List.of(new Check("each column", Phase.BEFORE_CLAIM, true, start -> check(metadata, start))));
        }

        private void check(Metadata metadata, Start start) {
            for (List<NeededColumns.Needed> table : new NeededColumns()
                    .unchecked(StartedColumns.of(start), metadata.collectTableMappings())
                    .values()) {
                NeededColumns.Needed only = table.get(0);
                String result = "starts";
                try {
                    ColumnCheck.run(
                            "warn", Map.of(only.table(), List.of(only)), metadata, start.factory(), start.database());
                } catch (IdgenConfigurationException e) {
                    result = "rejected: " + e.getMessage();
                }
                results.put(only.table().getName(), result);
            }
        }

        @Override
        public void disintegrate(
                SessionFactoryImplementor sessionFactory, SessionFactoryServiceRegistry serviceRegistry) {}
    }
}
