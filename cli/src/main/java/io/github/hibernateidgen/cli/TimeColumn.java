package io.github.hibernateidgen.cli;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the times of a column as instants. For a timestamp or date without a time zone, the user must give the zone. */
interface TimeColumn {

    /**
     * The names of types with a time zone in PostgreSQL, SQL Server and Oracle. Their drivers do not report these types as
     * {@link Types#TIMESTAMP_WITH_TIMEZONE}.
     */
    Set<String> ZONED =
            Set.of("timestamptz", "datetimeoffset", "timestamp with time zone", "timestamp with local time zone");

    Set<Integer> WHOLE = Set.of(Types.BIGINT, Types.NUMERIC, Types.DECIMAL);

    /** Returns the time of the current row; null if the row has no time. */
    @Nullable
    Instant read(ResultSet row, int column) throws SQLException;

    static TimeColumn of(ResultSetMetaData columns, int column, @Nullable ZoneId zone, String name)
            throws SQLException {
        int type = columns.getColumnType(column);
        String typeName = columns.getColumnTypeName(column);
        if (WHOLE.contains(type)) {
            return (row, at) -> {
                long millis = row.getLong(at);
                return row.wasNull() ? null : Instant.ofEpochMilli(millis);
            };
        }
        if (type == Types.TIMESTAMP_WITH_TIMEZONE || ZONED.contains(typeName.toLowerCase(Locale.ROOT))) {
            return as(OffsetDateTime.class, OffsetDateTime::toInstant);
        }
        if (type != Types.TIMESTAMP && type != Types.DATE) {
            throw new RejectedException("column [" + name + "] is of type " + typeName
                    + "; the time of a row needs a timestamp, a date, or Unix milliseconds in a bigint");
        }
        if (zone == null) {
            throw new RejectedException("column [" + name + "] is of type " + typeName
                    + ", which has no time zone; give --zone, such as UTC or Europe/Berlin");
        }
        if (type == Types.DATE) {
            // PostgreSQL's driver cannot read a date as a LocalDateTime.
            return as(LocalDate.class, date -> date.atStartOfDay(zone).toInstant());
        }
        return as(LocalDateTime.class, time -> time.atZone(zone).toInstant());
    }

    private static <T> TimeColumn as(Class<T> type, Function<T, Instant> instant) {
        return (row, at) -> {
            T time = row.getObject(at, type);
            return time == null ? null : instant.apply(time);
        };
    }
}
