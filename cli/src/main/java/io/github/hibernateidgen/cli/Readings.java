package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.WrittenId.Guid;
import io.github.hibernateidgen.internal.notation.WrittenId.Snowflake;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Finds the possible meanings of an id. An id does not name its layout or format, but only a few layouts and formats
 * give the id a plausible time.
 */
final class Readings {

    /** The earliest plausible time of a GUID. Random bits rarely give a time between this instant and now. */
    private static final Instant FIRST_GUID = Instant.parse("1998-01-01T00:00:00Z");

    /** How far an id's time may be after this clock's time, because clocks differ. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final int RFC_VARIANT = 2;

    private Readings() {}

    /** Returns the readings in the layouts that could have made an id, in the order of the list. */
    static List<Reading> of(Snowflake id, List<SnowflakeLayout> layouts, Instant now) {
        return layouts.stream()
                .filter(id::fits)
                .filter(layout -> id.doubt(layout).isEmpty() && isPast(layout.instant(id.id()), now))
                .map(layout -> in(layout, id))
                .toList();
    }

    /** Reads an id, whose bits must {@linkplain Snowflake#fits fit} the layout. */
    static Reading in(SnowflakeLayout layout, Snowflake id) {
        Map<String, Object> parts = new LinkedHashMap<>();
        id.fields(layout).forEach((name, value) -> {
            if (value instanceof Map<?, ?> entityFields) {
                new TreeMap<>(entityFields).forEach((field, number) -> parts.put(field.toString(), number));
            } else if (!name.equals("layout")) {
                parts.put(name, value);
            }
        });
        return new Reading(layout.name(), layout.instant(id.id()), parts);
    }

    /** Returns the readings in the formats and orders that could have made a GUID. */
    static List<Reading> of(UUID guid, Instant now) {
        List<Reading> readings = new ArrayList<>();
        for (GuidFormat format : GuidFormat.values()) {
            for (GuidOrder order : GuidOrder.values()) {
                if (format.fits(order)) {
                    in(format, order, guid)
                            .filter(reading -> isPossible(reading.instant(), now))
                            .ifPresent(readings::add);
                }
            }
        }
        others(guid).filter(reading -> isPossible(reading.instant(), now)).forEach(readings::add);
        return readings;
    }

    /** Reads a GUID in a format and order; empty if the GUID cannot be of this format. */
    static Optional<Reading> in(GuidFormat format, GuidOrder order, UUID guid) {
        return new Guid(guid).instant(format, order).map(instant -> timed(kind(format, order), instant));
    }

    /**
     * Returns the likely format of a GUID that could be of {@code RFC_9562} or {@code INNODB}. In the order {@code MARIADB},
     * both have the same fixed bits. A counter of {@code RFC_9562} starts below 32768. In its place, {@code INNODB} has the
     * milliseconds of a turn, of which half are higher.
     */
    static Optional<GuidFormat> likely(List<Reading> readings) {
        return ofMariaDb(readings, GuidFormat.RFC_9562)
                .flatMap(other -> ofMariaDb(readings, GuidFormat.INNODB))
                .map(turn ->
                        (turn.instant().toEpochMilli() & 0xFFFF) < 0x8000 ? GuidFormat.RFC_9562 : GuidFormat.INNODB);
    }

    private static Optional<Reading> ofMariaDb(List<Reading> readings, GuidFormat format) {
        return readings.stream()
                .filter(reading -> reading.kind().equals(kind(format, GuidOrder.MARIADB)))
                .findFirst();
    }

    private static String kind(GuidFormat format, GuidOrder order) {
        return format + " in order " + order;
    }

    /** Reads a GUID as a ULID, whose first 48 bits are Unix milliseconds; empty if the time is not plausible. */
    static Optional<Reading> ulid(UUID guid, Instant now) {
        return Optional.of(timed("ULID", Instant.ofEpochMilli(guid.getMostSignificantBits() >>> 16)))
                .filter(reading -> isPossible(reading.instant(), now));
    }

    /** Reads a GUID that this library does not make. */
    private static Stream<Reading> others(UUID guid) {
        if (guid.variant() != RFC_VARIANT) {
            return Stream.empty();
        }
        return switch (guid.version()) {
            case 1 -> Stream.of(gregorian("version 1", guid), hibernateTime(guid));
            case 6 -> Stream.of(gregorian("version 6", version1(guid)));
            default -> newSequentialId(guid);
        };
    }

    private static Reading gregorian(String kind, UUID version1) {
        return timed(kind, NewSequentialId.instant(NewSequentialId.fromRfc(version1)));
    }

    /** Returns the UUID of version 1 with the time of a UUID of version 6, which has the same fields in another order. */
    private static UUID version1(UUID version6) {
        long bits = version6.getMostSignificantBits();
        long time = (bits >>> 4 & ~0xFFFL) | (bits & 0xFFF);
        return new UUID(
                time << 32 | (time >>> 32 & 0xFFFF) << 16 | 0x1000 | time >>> 48, version6.getLeastSignificantBits());
    }

    /**
     * Reads a UUID of Hibernate's style {@code TIME}: after the variant, 46 bits of Unix milliseconds and 16 bits of a
     * counter. The fields of version 1 have an address and an identifier of the process. Source: Hibernate 7.4, {@code
     * CustomVersionOneStrategy}.
     */
    private static Reading hibernateTime(UUID guid) {
        return timed("Hibernate TIME", Instant.ofEpochMilli(guid.getLeastSignificantBits() << 2 >>> 18));
    }

    private static Stream<Reading> newSequentialId(UUID guid) {
        try {
            return Stream.of(timed("NEWSEQUENTIALID", NewSequentialId.instant(guid)));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }

    private static Reading timed(String kind, Instant instant) {
        return new Reading(kind, instant, Map.of("instant", instant.toString()));
    }

    private static boolean isPossible(Instant instant, Instant now) {
        return instant.isAfter(FIRST_GUID) && isPast(instant, now);
    }

    static boolean isPast(Instant instant, Instant now) {
        return instant.isBefore(now.plus(AHEAD));
    }
}
