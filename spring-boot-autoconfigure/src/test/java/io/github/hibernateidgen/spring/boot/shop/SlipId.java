package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.text.PublicId;

/** Prints its text, as docs/typed-ids.md shows it. */
@PublicId(prefix = "slip_")
public record SlipId(long value) {

    @Override
    public String toString() {
        return "slip_" + SnowflakeText.CROCKFORD_BASE32.format(value);
    }
}
