package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.Locale;
import java.util.UUID;

/** How ids are written: numbers as {@link SnowflakeText} does, and in other ways. */
enum Text {
    DECIMAL,
    PLAIN_DECIMAL,
    CROCKFORD_BASE32,
    READABLE,
    HEX,
    GUID,
    NET_BYTES;

    String format(SnowflakeLayout layout, long id) {
        return switch (this) {
            case HEX -> String.format(Locale.ROOT, "0x%016x", id);
            case GUID, NET_BYTES ->
                throw new RefusedException("id [" + id + "] is a number, which can't be written as " + this
                        + "; give DECIMAL, PLAIN_DECIMAL, CROCKFORD_BASE32, READABLE or HEX");
            default -> SnowflakeText.valueOf(name()).format(layout, id);
        };
    }

    String format(UUID guid) {
        String hex = guid.toString().replace("-", "");
        return switch (this) {
            case GUID -> guid.toString();
            case HEX -> hex;
            // .NET turns the first three fields: N = T3 T2 T1 T0 T5 T4 T7 T6 T8 to T15.
            case NET_BYTES -> bytes(hex, 3, 2, 1, 0, 5, 4, 7, 6) + hex.substring(16);
            default ->
                throw new RefusedException(
                        "GUID [" + guid + "] can't be written as " + this + "; give GUID, HEX or NET_BYTES");
        };
    }

    private static String bytes(String hex, int... places) {
        StringBuilder bytes = new StringBuilder();
        for (int place : places) {
            bytes.append(hex, 2 * place, 2 * place + 2);
        }
        return bytes.toString();
    }
}
