package io.github.hibernateidgen.spring.boot.wrong;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose entity has an id of a type that holds no Snowflake id. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WrongTypeApplication {

    /** The entity. */
    @Entity(name = "Ticket")
    public static class Ticket {

        @Id
        @SnowflakeId
        private Integer id;
    }
}
