package io.github.hibernateidgen.examples;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Orders with Snowflake ids: 64 bits, ascending, made in this process. */
@Entity
@Table(name = "snowflake_order")
class SnowflakeOrder extends Order {

    @Id
    @SnowflakeId
    Long id;

    @Override
    Long id() {
        return id;
    }

    @Entity(name = "SnowflakeLine")
    @Table(name = "snowflake_line")
    static class Line extends OrderLine<SnowflakeOrder> {

        @Id
        @SnowflakeId
        Long id;

        @Override
        Long id() {
            return id;
        }
    }
}
