package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.segment.Stripe;
import java.util.Properties;
import org.hibernate.id.OptimizableGenerator;

/**
 * What an attribute asks for beyond what Hibernate reads itself.
 *
 * @param stripe the stripe's number, or -1 for that of the settings
 * @param of the number of stripes, or 0 for that of the settings
 */
record SegmentOptions(int stripe, int of) {

    static SegmentOptions read(Properties parameters, MappedAttribute attribute) {
        return new SegmentOptions(number(parameters, "stripe", -1, attribute), number(parameters, "of", 0, attribute));
    }

    static void requireSize(Properties parameters, MappedAttribute attribute) {
        int size = number(
                parameters,
                OptimizableGenerator.INCREMENT_PARAM,
                OptimizableGenerator.DEFAULT_INCREMENT_SIZE,
                attribute);
        if (size < 1) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment has 1 number or more; give the increment of the sequence, 50 where Hibernate made it");
        }
    }

    private static int number(Properties parameters, String name, int byDefault, MappedAttribute attribute) {
        String text = parameters.getProperty(name, Integer.toString(byDefault));
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw attribute.invalid(text, "parameter [" + name + "] must be a whole number");
        }
    }

    /** The attribute's stripe, or that of the settings. */
    Stripe stripe(MappedAttribute attribute) {
        if (stripe == -1 && of == 0) {
            return attribute.engines().settings().segments().stripe();
        }
        try {
            return new Stripe(stripe, of);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("stripe " + stripe + " of " + of, String.valueOf(e.getMessage()));
        }
    }
}
