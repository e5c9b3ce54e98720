package io.github.hibernateidgen;

import io.github.hibernateidgen.SegmentIdIT.SegmentRow;
import io.github.hibernateidgen.config.IdgenSettings;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.LongStream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;

/**
 * A process that takes ids until it is killed or its standard input ends. Arguments: the file for the ids, then URL, user and
 * password of the database; with the URI of a Redis, the ids are those of rows that it inserts, of a counter there. The ids
 * are written as longs, high byte first, a batch at a time.
 */
final class SegmentProcess {

    static final int BATCH = 100;

    private SegmentProcess() {}

    public static void main(String[] arguments) throws Exception {
        Thread watch = new Thread(SegmentProcess::endWithInput);
        watch.setDaemon(true);
        watch.start();
        Hibernate hibernate = Hibernate.on(
                        Map.of(
                                "jakarta.persistence.jdbc.url", arguments[1],
                                "jakarta.persistence.jdbc.user", arguments[2],
                                "jakarta.persistence.jdbc.password", arguments[3]),
                        SegmentRow.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "none");
        boolean redis = arguments.length > 4;
        if (redis) {
            hibernate.with(IdgenSettings.SEGMENT_SOURCE, "redis").with(IdgenSettings.REDIS_URI, arguments[4]);
        }
        ByteBuffer bytes = ByteBuffer.allocate(BATCH * Long.BYTES);
        try (SessionFactory factory = hibernate.start();
                StatelessSession session = factory.openStatelessSession();
                FileChannel file = FileChannel.open(
                        Path.of(arguments[0]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (true) {
                bytes.clear()
                        .asLongBuffer()
                        .put(redis ? inserted(factory) : SegmentIdIT.ids(factory, session, SegmentRow.class, BATCH));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                Thread.sleep(1);
            }
        }
    }

    private static long[] inserted(SessionFactory factory) {
        return factory.fromTransaction(session -> LongStream.range(0, BATCH)
                .map(i -> {
                    SegmentRow row = new SegmentRow();
                    session.persist(row);
                    return row.id;
                })
                .toArray());
    }

    /** When the test closes it, or has died. */
    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (java.io.IOException e) {
            System.err.println("input failed: " + e);
        }
        Runtime.getRuntime().halt(0);
    }
}
