package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Customer {

    @Id
    @CombGuid
    private CustomerId id;

    public CustomerId getId() {
        return id;
    }
}
