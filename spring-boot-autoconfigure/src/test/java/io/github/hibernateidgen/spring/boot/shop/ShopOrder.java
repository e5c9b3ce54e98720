package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class ShopOrder {

    @Id
    @SnowflakeId
    private OrderId id;

    private CustomerId customer;

    private SkuId sku;

    public OrderId getId() {
        return id;
    }

    public CustomerId getCustomer() {
        return customer;
    }

    public void setCustomer(CustomerId customer) {
        this.customer = customer;
    }

    public SkuId getSku() {
        return sku;
    }

    public void setSku(SkuId sku) {
        this.sku = sku;
    }
}
