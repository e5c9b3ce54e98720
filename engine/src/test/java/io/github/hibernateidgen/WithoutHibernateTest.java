package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The lines of docs/frameworks/without-hibernate.md. */
class WithoutHibernateTest {

    private static final Path PAGE = Path.of("..", "docs", "frameworks", "without-hibernate.md");
    private static final Path THIS =
            Path.of("src", "test", "java", "io", "github", "hibernateidgen", "WithoutHibernateTest.java");

    @Test
    void rowGetsItsIds() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        DataSource dataSource = h2;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table orders (id bigint primary key, token uuid)");
        }

        JdbcReservationStore store = new JdbcReservationStore(dataSource);
        store.createTable();
        ReservedWorkerSource workers = new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
        SnowflakeGenerator ids = new SnowflakeGenerator(SnowflakeLayout.STANDARD, workers);
        GuidGenerator guids = new GuidGenerator(GuidOrder.BYTES);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("insert into orders (id, token) values (?, ?)")) {
            insert.setLong(1, ids.nextId());
            insert.setObject(2, guids.nextGuid());
            insert.executeUpdate();
        }

        assertThat(store.read("default", 0, 1023).slots()).hasSize(1);
        ids.close();
        workers.close();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id, token from orders")) {
            assertThat(row.next()).isTrue();
            assertThat(SnowflakeLayout.STANDARD.instant(row.getLong(1))).isNotNull();
            assertThat(row.getObject(2, UUID.class).version()).isEqualTo(7);
        }
    }

    @Test
    void pageShowsTheseLines() throws Exception {
        List<String> page = Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("```java"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();
        assertThat(page).hasSizeGreaterThan(10);
        assertThat(withoutSpaces(Files.readAllLines(THIS))).contains(withoutSpaces(page));
    }

    private static String withoutSpaces(List<String> lines) {
        return String.join("", lines).replaceAll("\\s+", "");
    }
}
