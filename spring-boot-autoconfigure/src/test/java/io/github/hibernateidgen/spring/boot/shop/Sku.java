package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Sku {

    @Id
    @SnowflakeId
    private SkuId id;

    public SkuId getId() {
        return id;
    }
}
