package io.github.hibernateidgen.examples.client;

import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.text.PublicIds;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Orders in JSON, as the service writes them. */
public final class OrderJson {

    private final JsonMapper mapper;

    /**
     * Makes the mapper.
     *
     * @param keys the keys of the service
     */
    public OrderJson(SealKeys keys) {
        mapper = JsonMapper.builder()
                .addModule(new IdJacksonModule(new PublicIds(keys)))
                .build();
    }

    /** An order that refers to other orders. */
    public record Order(OrderId id, List<OrderId> replaces) {}

    public String write(Order order) {
        return mapper.writeValueAsString(order);
    }

    public Order read(String json) {
        return mapper.readValue(json, Order.class);
    }
}
