package io.github.hibernateidgen.examples.orders;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The form for an order, with a few lines. Lines without a product are ignored. */
class OrderForm {

    /** How many lines a form can have: as many as an order. */
    static final int MAX_LINES = 50;

    private static final int LINES = 3;

    @NotBlank(message = "Give a name of 1 to 80 characters.")
    @Size(max = 80, message = "Give a name of 1 to 80 characters.")
    @Pattern(regexp = NewOrder.STORABLE, message = "Give a name without control characters.")
    private String customer;

    private List<@Valid Line> lines =
            new ArrayList<>(Stream.generate(Line::new).limit(LINES).toList());

    @AssertTrue(message = "Give at least one product.")
    public boolean isAnyProduct() {
        return lines.stream().anyMatch(Line::isFilled);
    }

    /** Fills the form with a first order to try. */
    void fillIn() {
        customer = "Ada";
        lines.get(0).product = "tea";
        lines.get(0).quantity = "2";
        lines.get(1).product = "cups";
        lines.get(1).quantity = "4";
    }

    NewOrder toNewOrder() {
        return new NewOrder(
                customer.strip(),
                lines.stream()
                        .filter(Line::isFilled)
                        .map(line -> new NewOrder.Line(line.product.strip(), Integer.valueOf(line.quantity)))
                        .toList());
    }

    public String getCustomer() {
        return customer;
    }

    public void setCustomer(String customer) {
        this.customer = customer;
    }

    public List<Line> getLines() {
        return lines;
    }

    public void setLines(List<Line> lines) {
        this.lines = lines;
    }

    /** A line of the form. */
    static class Line {

        @Size(max = 80, message = "Give a product of at most 80 characters.")
        @Pattern(regexp = NewOrder.STORABLE, message = "Give a product without control characters.")
        private String product;

        /** Text, so that the form shows invalid input again. */
        @NotNull(message = "Give a quantity from 1 to 1000.")
        @Pattern(regexp = "[1-9][0-9]{0,2}|1000", message = "Give a quantity from 1 to 1000.")
        private String quantity = "1";

        boolean isFilled() {
            return product != null && !product.isBlank();
        }

        public String getProduct() {
            return product;
        }

        public void setProduct(String product) {
            this.product = product;
        }

        public String getQuantity() {
            return quantity;
        }

        public void setQuantity(String quantity) {
            this.quantity = quantity;
        }
    }
}
