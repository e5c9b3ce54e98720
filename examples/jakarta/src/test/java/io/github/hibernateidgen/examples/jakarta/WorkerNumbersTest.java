package io.github.hibernateidgen.examples.jakarta;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import jakarta.ejb.EJB;
import jakarta.ejb.embeddable.EJBContainer;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A store whose class a persistence unit names. */
class WorkerNumbersTest {

    @EJB
    private Notes notes;

    @Test
    void numberIsReservedBesideAndReleasedAtTheEnd() throws Exception {
        JdbcDataSource workers = new JdbcDataSource();
        workers.setUrl("jdbc:h2:mem:workers");
        workers.setUser("sa");
        JdbcReservationStore store = new JdbcReservationStore(workers);
        EJBContainer container =
                NotesTest.deploy(this, Map.of("hibernate.idgen.worker.source", WorkerNumbers.class.getName()));
        try {
            long id = notes.write("first").getId();
            assertThat(slots(store)).singleElement().satisfies(slot -> {
                assertThat(slot.worker())
                        .isEqualTo(SnowflakeLayout.STANDARD.split(id).worker());
                assertThat(slot.reservedUntil()).isGreaterThan(System.currentTimeMillis());
            });
        } finally {
            container.close();
        }
        assertThat(slots(store))
                .singleElement()
                .satisfies(slot -> assertThat(slot.reservedUntil()).isLessThanOrEqualTo(System.currentTimeMillis()));
    }

    private static List<StoredSlot> slots(JdbcReservationStore store) {
        return store.read("notes", 0, 1024).slots();
    }
}
