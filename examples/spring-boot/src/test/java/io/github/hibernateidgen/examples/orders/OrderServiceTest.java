package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

/** Has the annotations of the other tests, and so shares their application. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class OrderServiceTest {

    private static final NewOrder ORDER = new NewOrder("Ada", List.of(new NewOrder.Line("tea", 2)));

    @Autowired
    private OrderService orders;

    @Autowired
    private EntityManagerFactory factory;

    @Test
    void idsAreThereBeforeAnythingIsSentAndTheTableHasTheSame() {
        Receipt receipt = orders.place(new NewOrder(
                "Ada",
                IntStream.rangeClosed(1, 20)
                        .mapToObj(i -> new NewOrder.Line("product " + i, i))
                        .toList()));

        assertThat(receipt.beforeFlush().roundTrips()).isZero();
        assertThat(receipt.beforeFlush().orderId()).isEqualTo(receipt.orderId());
        assertThat(receipt.beforeFlush().lineIds()).hasSize(20).doesNotContainNull();

        assertThat(receipt.afterFlush().roundTrips())
                .as("a batch for each of the five tables")
                .isEqualTo(5);
        assertThat(receipt.afterFlush().orderId()).isEqualTo(receipt.orderId());
        assertThat(receipt.afterFlush().lineIds())
                .isEqualTo(receipt.beforeFlush().lineIds());
        assertThat(receipt.afterFlush().otherIds())
                .isEqualTo(receipt.beforeFlush().otherIds());
    }

    @Test
    void paymentHasATypedIdParcelsAreNumberedAndABonusTellsItsCustomersShard() {
        OtherIds first = orders.place(ORDER).afterFlush().otherIds();
        OtherIds second = orders.place(ORDER).afterFlush().otherIds();

        assertThat(first.payment()).matches("pay_[0-9A-Z]{13}").isLessThan(second.payment());
        assertThat(second.parcel()).isEqualTo(first.parcel() + 1);
        assertThat(second.parcelText())
                .matches("par_a[0-7][0-9a-hjkmnp-tv-z]{25}")
                .isNotEqualTo(first.parcelText());
        GeneratedAttribute bonus = Idgen.of(factory.unwrap(SessionFactory.class)).attributes().stream()
                .filter(attribute -> attribute.path().equals("Bonus.id"))
                .findFirst()
                .orElseThrow();
        SnowflakeLayout layout = bonus.layout().orElseThrow();
        assertThat(layout.shards()).isEqualTo(8);
        assertThat(layout.shard(first.bonus()))
                .isEqualTo(layout.shard(second.bonus()))
                .isEqualTo(bonus.shardOf("Ada"));
    }

    @Test
    void linesComeBackAsTheyWereAdded() {
        List<NewOrder.Line> lines = List.of(new NewOrder.Line("tea", 2), new NewOrder.Line("milk", 1));
        long id = orders.place(new NewOrder("Ben", lines)).orderId();
        assertThat(orders.find(id).orElseThrow().lines())
                .extracting(OrderView.Line::product)
                .containsExactly("tea", "milk");
    }
}
