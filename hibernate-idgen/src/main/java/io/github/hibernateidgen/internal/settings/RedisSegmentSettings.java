package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_REDIS_CLIENT;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_REDIS_PREFIX;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_REDIS_SETTLE;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_REDIS_URI;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_TIMEOUT;

import io.github.hibernateidgen.segment.redis.RedisSegmentSource;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The settings of segments from counters in Redis.
 *
 * @param prefix the start of the hashes' names
 * @param settle how much Redis may lose of what it has confirmed
 */
record RedisSegmentSettings(RedisServer server, String prefix, Duration settle) {

    static RedisSegmentSettings read(SettingsReader reader, Duration timeout) {
        return new RedisSegmentSettings(
                server(reader), reader.text(SEGMENT_REDIS_PREFIX, "idgen:segment:"), settle(reader, timeout));
    }

    /** Returns a Redis of their own if one is named, or else the one that worker numbers have too. */
    private static RedisServer server(SettingsReader reader) {
        RedisServer own = RedisServer.read(reader, SEGMENT_REDIS_URI, SEGMENT_REDIS_CLIENT);
        return own.isNamed() ? own : RedisServer.shared(reader);
    }

    private static Duration settle(SettingsReader reader, Duration timeout) {
        Duration settle = reader.duration(SEGMENT_REDIS_SETTLE, Duration.ZERO);
        return reader.check(SEGMENT_REDIS_SETTLE, settle, () -> {
            Duration most = timeout.dividedBy(2);
            if (settle.isNegative() || settle.compareTo(most) > 0) {
                throw new IllegalArgumentException(
                        "is more than half of the time that a caller waits for a segment; give 0 ms to "
                                + most.toMillis() + " ms, or make " + SEGMENT_TIMEOUT + " longer");
            }
            return settle;
        });
    }

    SegmentCounters counters(String subject, Duration timeout) {
        return new Counters(server.connect(subject, timeout), prefix, settle, new ConcurrentHashMap<>());
    }

    private record Counters(
            RedisConnection connection, String prefix, Duration settle, Map<String, RedisSegmentSource> first)
            implements SegmentCounters {

        @Override
        public CheckedSource counter(
                String name, long size, long firstNumber, boolean mayMake, Supplier<OptionalLong> highestInUse) {
            RedisSegmentSource source = first.computeIfAbsent(
                            name,
                            key -> new RedisSegmentSource(
                                    connection::commands,
                                    prefix + key,
                                    size,
                                    firstNumber,
                                    mayMake,
                                    highestInUse,
                                    settle))
                    .sharing(size, firstNumber, mayMake, highestInUse);
            return new CheckedSource(source, source::open);
        }

        @Override
        public String describe(String name) {
            return "Redis counter " + prefix + name;
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
