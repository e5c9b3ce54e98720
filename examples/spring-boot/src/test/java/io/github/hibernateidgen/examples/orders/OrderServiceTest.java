package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

/** Has the annotations of the other tests, and so shares their application. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class OrderServiceTest {

    @Autowired
    private OrderService orders;

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
                .as("a batch for each of the two tables")
                .isEqualTo(2);
        assertThat(receipt.afterFlush().orderId()).isEqualTo(receipt.orderId());
        assertThat(receipt.afterFlush().lineIds())
                .isEqualTo(receipt.beforeFlush().lineIds());
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
