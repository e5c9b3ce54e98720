package io.github.hibernateidgen.examples;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** Orders with COMB GUIDs: 128 bits that ascend in the order of the column, made in this process. */
@Entity
@Table(name = "comb_guid_order")
class CombGuidOrder extends Order {

    @Id
    @CombGuid
    UUID id;

    @Override
    UUID id() {
        return id;
    }

    @Entity(name = "CombGuidLine")
    @Table(name = "comb_guid_line")
    static class Line extends OrderLine<CombGuidOrder> {

        @Id
        @CombGuid
        UUID id;

        @Override
        UUID id() {
            return id;
        }
    }
}
