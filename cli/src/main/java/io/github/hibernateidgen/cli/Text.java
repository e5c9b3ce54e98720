package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.Locale;
import java.util.UUID;

/**
 * The text forms of ids: the forms of {@link SnowflakeText} for numbers, the forms of {@link GuidNotation} for GUIDs, and
 * some others.
 */
enum Text {
    DECIMAL,
    PLAIN_DECIMAL,
    CROCKFORD_BASE32,
    READABLE,
    HEX,
    GUID,
    TYPE_ID,
    ULID,
    NET_BYTES;

    String format(SnowflakeLayout layout, long id) {
        return switch (this) {
            case HEX -> String.format(Locale.ROOT, "0x%016x", id);
            case GUID, TYPE_ID, ULID, NET_BYTES ->
                throw new RejectedException("id [" + id + "] is a number, which can't be written as " + this
                        + "; give DECIMAL, PLAIN_DECIMAL, CROCKFORD_BASE32, READABLE or HEX");
            default -> SnowflakeText.valueOf(name()).format(layout, id);
        };
    }

    String format(UUID guid) {
        String hex = guid.toString().replace("-", "");
        return switch (this) {
            case GUID -> guid.toString();
            case TYPE_ID, ULID -> GuidNotation.valueOf(name()).format(guid);
            case HEX -> hex;
            // .NET reverses the bytes of the first three fields: it writes bytes 3 2 1 0, 5 4, 7 6, and then 8 to 15.
            case NET_BYTES -> hex.replaceFirst("(..)(..)(..)(..)(..)(..)(..)(..)", "$4$3$2$1$6$5$8$7");
            default ->
                throw new RejectedException("GUID [" + guid + "] can't be written as " + this
                        + "; give GUID, TYPE_ID, ULID, HEX or NET_BYTES");
        };
    }
}
