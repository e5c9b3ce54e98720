package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Slip {

    @Id
    @SnowflakeId
    private SlipId id;

    public SlipId getId() {
        return id;
    }
}
