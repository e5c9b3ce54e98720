package io.github.hibernateidgen.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.micronaut.context.ApplicationContext;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A store that a bean hands to Hibernate. */
class WorkerNumbersTest {

    @Test
    void numberIsReservedBesideAndReleasedAtTheEnd() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        JdbcDataSource workers = new JdbcDataSource();
        workers.setUrl(url);
        workers.setUser("sa");
        JdbcReservationStore store = new JdbcReservationStore(workers);
        store.createTable();
        long worker;
        try (ApplicationContext application = ApplicationContext.builder()
                .properties(Map.of("datasources.default.url", "jdbc:h2:mem:" + UUID.randomUUID(), "workers.url", url))
                .start()) {
            long id = application.getBean(NoteRepository.class).save(new Note()).getId();
            worker = SnowflakeLayout.STANDARD.split(id).worker();
            assertThat(slots(store)).singleElement().satisfies(slot -> {
                assertThat(slot.worker()).isEqualTo(worker);
                assertThat(slot.reservedUntil()).isGreaterThan(System.currentTimeMillis());
            });
        }
        assertThat(slots(store))
                .singleElement()
                .satisfies(slot -> assertThat(slot.reservedUntil()).isLessThanOrEqualTo(System.currentTimeMillis()));
    }

    private static List<StoredSlot> slots(JdbcReservationStore store) {
        return store.read("notes", 0, 1024).slots();
    }
}
