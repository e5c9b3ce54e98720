package io.github.hibernateidgen.examples.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.examples.client.OrderJson.Order;
import io.github.hibernateidgen.seal.SealKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client without Hibernate reads and writes the sealed text of docs/typed-ids.md. */
class OrderJsonTest {

    private static final String JSON =
            "{\"id\":\"ord_a0sep7g4qm45r6s2y3f3qc4y1kd\",\"replaces\":[\"ord_a0sep7g4qm45r6s2y3f3qc4y1kd\"]}";

    private final OrderJson orders = new OrderJson(SealKeys.parse("a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));

    @Test
    void sealedIdsAreWrittenAndRead() {
        OrderId id = new OrderId(382770312745709588L);
        Order order = new Order(id, List.of(id));
        assertThat(orders.write(order)).isEqualTo(JSON);
        assertThat(orders.read(JSON)).isEqualTo(order);
        assertThatThrownBy(() -> orders.read("{\"id\":17}")).hasMessageContaining("is no id of OrderId");
    }

    @Test
    void noHibernateIsOnTheClassPath() {
        for (String type : List.of(
                "org.hibernate.SessionFactory", "jakarta.persistence.Entity", "io.github.hibernateidgen.Idgen")) {
            assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(type));
        }
    }
}
