package io.github.hibernateidgen.examples.orders;

import java.time.Duration;
import java.time.Instant;

/** Writes how long ago an instant was, in the largest unit that fits: "3 minutes ago", "in 2 days". */
final class Age {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private Age() {}

    static String of(Instant instant, Instant now) {
        Duration age = Duration.between(instant, now);
        long seconds = age.abs().toSeconds();
        if (seconds == 0) {
            return "just now";
        }
        String length = length(seconds);
        return age.isNegative() ? "in " + length : length + " ago";
    }

    private static String length(long seconds) {
        if (seconds < MINUTE) {
            return count(seconds, "second");
        }
        if (seconds < HOUR) {
            return count(seconds / MINUTE, "minute");
        }
        if (seconds < DAY) {
            return count(seconds / HOUR, "hour");
        }
        return seconds < YEAR ? count(seconds / DAY, "day") : count(seconds / YEAR, "year");
    }

    private static String count(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
