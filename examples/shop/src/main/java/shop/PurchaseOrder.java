package shop;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class PurchaseOrder {

    @Id
    @SnowflakeId
    private Long id;

    private String customer;
    private String product;

    protected PurchaseOrder() {}

    PurchaseOrder(String customer, String product) {
        this.customer = customer;
        this.product = product;
    }

    public Long getId() {
        return id;
    }

    public String getCustomer() {
        return customer;
    }

    public String getProduct() {
        return product;
    }
}
