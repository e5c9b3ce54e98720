package io.github.hibernateidgen.examples.orders;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

/**
 * An order in a client's request.
 *
 * @param customer 1 to 80 characters
 * @param lines 1 to 50 lines
 */
record NewOrder(
        @NotBlank(message = "give 1 to 80 characters")
        @Size(max = 80, message = "give 1 to 80 characters")
        @Pattern(regexp = STORABLE, message = "give text without control characters")
        String customer,

        @NotNull(message = "give 1 to 50 lines") @Size(min = 1, max = 50, message = "give 1 to 50 lines")
        List<@NotNull(message = "give a line") @Valid Line> lines) {

    /** Text that every database can store. For example, PostgreSQL rejects the zero character. */
    static final String STORABLE = "\\P{Cntrl}*";

    /**
     * A line of the order.
     *
     * @param product 1 to 80 characters
     * @param quantity 1 to 1000
     */
    record Line(
            @NotBlank(message = "give 1 to 80 characters")
            @Size(max = 80, message = "give 1 to 80 characters")
            @Pattern(regexp = STORABLE, message = "give text without control characters")
            String product,

            @NotNull(message = "give a number from 1 to 1000")
            @Min(value = 1, message = "give a number from 1 to 1000")
            @Max(value = 1000, message = "give a number from 1 to 1000")
            Integer quantity) {}
}
