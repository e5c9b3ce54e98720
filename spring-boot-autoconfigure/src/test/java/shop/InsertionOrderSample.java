package shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "server.url", matches = ".+")
class InsertionOrderSample {

    @Entity(name = "Arrival")
    @Table(name = "insertion_order_test")
    static class Arrival {
        @Id
        @CombGuid
        UUID id; // map it as your entity does

        int ordinal;
    }

    @Test
    void orderOfIdsIsOrderOfInserts() {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Arrival.class)
                .setProperty("jakarta.persistence.jdbc.url", System.getProperty("server.url"))
                .setProperty("hibernate.hbm2ddl.auto", "create-drop")
                .setProperty("hibernate.idgen.worker.id", "0");
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            for (int start = 0; start < 1000; start += 50) {
                int first = start;
                factory.inTransaction(session -> {
                    for (int ordinal = first; ordinal < first + 50; ordinal++) {
                        Arrival row = new Arrival();
                        row.ordinal = ordinal;
                        session.persist(row);
                    }
                });
            }
            List<Integer> ordinals = factory.fromTransaction(session -> session.createSelectionQuery(
                            "select a.ordinal from Arrival a order by a.id", Integer.class)
                    .getResultList());
            assertThat(ordinals).hasSize(1000).isSorted();
        }
    }
}
