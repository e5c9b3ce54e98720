package io.github.hibernateidgen.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicIds;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;

/** Ids in JSON, with Jackson 3. */
class SnowflakeJacksonModuleTest {

    private static final long MAX = Long.MAX_VALUE;

    private final JsonMapper mapper = JsonMapper.builder()
            .addModule(new IdJacksonModule(new PublicIds(), true))
            .build();

    @Test
    void writesNumbersAsTextAndReadsThemBack() throws Exception {
        Order order = new Order();
        order.id = MAX;
        order.parent = MAX - 1;
        order.big = BigInteger.valueOf(MAX);
        order.quantity = 3;
        order.lines = List.of(1L, MAX);
        String json = mapper.writeValueAsString(order);
        assertThat(mapper.readTree(json))
                .isEqualTo(mapper.readTree("{'id':'9223372036854775807','parent':'9223372036854775806',"
                        .concat("'big':'9223372036854775807','quantity':3,'lines':[1,9223372036854775807],")
                        .concat("'number':0}")
                        .replace('\'', '"')));
        assertThat(mapper.readValue(json, Order.class))
                .usingRecursiveComparison()
                .isEqualTo(order);
    }

    @Test
    void readsNumbersToo() throws Exception {
        Order order = mapper.readValue("{\"id\":9223372036854775807,\"parent\":5}", Order.class);
        assertThat(order.id).isEqualTo(MAX);
        assertThat(order.parent).isEqualTo(5);
    }

    @Test
    void leavesNullAlone() throws Exception {
        assertThat(mapper.readTree(mapper.writeValueAsString(new Order()))
                        .get("id")
                        .isNull())
                .isTrue();
        assertThat(mapper.readValue("{\"id\":null}", Order.class).id).isNull();
    }

    @Test
    void refusesOtherTextAsJacksonDoes() {
        assertThatThrownBy(() -> mapper.readValue("{\"id\":\"abc\"}", Order.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasMessageContaining("abc");
    }

    @Test
    void writesTextIdsAndTheOnesWithAFormatOfTheirOwnAsTheyAre() throws Exception {
        assertThat(mapper.writeValueAsString(new TextOrder("0123456789ABC"))).isEqualTo("{\"id\":\"0123456789ABC\"}");
        Order order = new Order();
        order.number = 7;
        assertThat(mapper.readTree(mapper.writeValueAsString(order))
                        .get("number")
                        .isNumber())
                .isTrue();
    }

    @Test
    void servesRecordsThatAreNoEntities() throws Exception {
        String json = mapper.writeValueAsString(new View(MAX, MAX));
        assertThat(json).isEqualTo("{\"id\":\"9223372036854775807\",\"other\":\"9223372036854775807\"}");
        assertThat(mapper.readValue(json, View.class)).isEqualTo(new View(MAX, MAX));
    }

    @Test
    void writesNumbersWithoutTheModule() throws Exception {
        assertThat(new JsonMapper().writeValueAsString(new TextOrder("x"))).contains("x");
        assertThat(new JsonMapper().writeValueAsString(new View(1L, 2L))).isEqualTo("{\"id\":1,\"other\":\"2\"}");
    }

    record View(
            @SnowflakeId Long id,
            @JsonFormat(shape = JsonFormat.Shape.STRING) Long other) {}

    record TextOrder(@SnowflakeId String id) {}

    /** Private fields with getters, as entities have them. */
    static class Order {

        @SnowflakeId
        private Long id;

        @SnowflakeId
        private long parent;

        @SnowflakeId
        private BigInteger big;

        @SnowflakeId
        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        private long number;

        private int quantity;
        private List<Long> lines;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public long getParent() {
            return parent;
        }

        public void setParent(long parent) {
            this.parent = parent;
        }

        public BigInteger getBig() {
            return big;
        }

        public void setBig(BigInteger big) {
            this.big = big;
        }

        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }

        public int getQuantity() {
            return quantity;
        }

        public void setQuantity(int quantity) {
            this.quantity = quantity;
        }

        public List<Long> getLines() {
            return lines;
        }

        public void setLines(List<Long> lines) {
            this.lines = lines;
        }
    }
}
