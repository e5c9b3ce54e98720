package io.github.hibernateidgen.text;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.snowflake.SnowflakeText;

/** The form of an id as text, after its prefix. */
public enum IdForm {
    /**
     * The form that suits the type. A GUID has the form {@link #UUID}. A {@code Long} or {@code BigInteger} has the form
     * {@link #BASE32} after a prefix, and otherwise {@link #DIGITS}. An {@code Integer} has the form {@link #DIGITS}. A
     * {@code String} is written unchanged.
     */
    AUTO,
    /** Decimal digits without leading zeros, which suit the numbers of segments. */
    DIGITS,
    /** 19 decimal digits, which sort as the numbers do. */
    PADDED_DIGITS,
    /** 13 characters of Crockford's Base32: {@link SnowflakeText#CROCKFORD_BASE32}. */
    BASE32,
    /** 36 characters of a GUID: {@link GuidNotation#UUID}. */
    UUID,
    /** 32 hexadecimal digits without hyphens, in a {@code String}. */
    COMPACT_UUID,
    /** 36 characters of a GUID in upper case, in a {@code String}, as a column of SQL Server returns them. */
    UPPER_UUID,
    /** 26 characters in lower case: {@link GuidNotation#TYPE_ID}. */
    TYPE_ID,
    /** 26 characters in upper case: {@link GuidNotation#ULID}. */
    ULID
}
