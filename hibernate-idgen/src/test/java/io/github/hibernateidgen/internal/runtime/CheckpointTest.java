package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.MemoryImage;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.Map;
import org.crac.Core;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A checkpoint through the API org.crac, with a stand-in for the JDK behind it. */
class CheckpointTest {

    private final InMemoryReservationStore store = new InMemoryReservationStore();

    private StoredSlot row() {
        return store.read("default", 0, Long.MAX_VALUE).slots().get(0);
    }

    private static long nextTicket(SessionFactory factory) {
        return (long) Hibernate.nextId(factory, Ticket.class);
    }

    @AfterEach
    void endCheckpoints() {
        jdk.crac.Core.atCheckpoint(() -> {});
    }

    @Test
    void givesTheNumberBackBeforeAndClaimsAnewAfterwards() throws Exception {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class, Receipt.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, store)
                .start()) {
            long before = nextTicket(factory);
            Hibernate.nextId(factory, Receipt.class);
            StoredSlot held = row();
            assertThat(bufferedBits(factory)).isPositive();
            jdk.crac.Core.atCheckpoint(() -> {
                assertThat(row().reservedUntil()).as("released").isLessThan(held.reservedUntil());
                assertThat(bufferedBits(factory)).isZero();
                assertThatThrownBy(() -> nextTicket(factory))
                        .hasStackTraceContaining("is suspended, since the application stops or an image of the process"
                                + " is made; ids can be made again");
            });

            Core.checkpointRestore();

            assertThat(nextTicket(factory)).isGreaterThan(before);
            StoredSlot claimed = store.read("default", 0, Long.MAX_VALUE).slots().stream()
                    .filter(row -> row.reservedUntil() >= held.reservedUntil())
                    .findFirst()
                    .orElseThrow();
            assertThat(claimed.owner()).isNotEqualTo(held.owner());
        }
    }

    @Test
    void warnsOfANumberThatEachCopyWouldHave() throws Exception {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class).start();
                LogCapture log = new LogCapture()) {
            long before = nextTicket(factory);

            Core.checkpointRestore();

            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("[fixed worker number 5]", "If several such processes run");
            assertThat(nextTicket(factory)).isGreaterThan(before);
        }
    }

    @Test
    void ignoresAFactoryThatIsClosed() throws Exception {
        SessionFactory factory = Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, store)
                .start();
        nextTicket(factory);
        factory.close();
        StoredSlot released = row();

        Core.checkpointRestore();

        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(released);
    }

    /** How many random bytes lie in buffers. */
    private static int bufferedBits(SessionFactory factory) {
        Object guids = Engines.of(factory.unwrap(SessionFactoryImplementor.class)).parts().stream()
                .filter(part -> part.getClass().getSimpleName().equals("Guids"))
                .findFirst()
                .orElseThrow();
        int bytes = 0;
        for (Object generator : ((Map<?, ?>) MemoryImage.value(guids, "generators")).values()) {
            for (Object stripe :
                    (Object[]) MemoryImage.value(MemoryImage.value((GuidGenerator) generator, "random"), "stripes")) {
                bytes += ((byte[]) MemoryImage.value(stripe, "piece")).length - (int) MemoryImage.value(stripe, "used");
            }
        }
        return bytes;
    }
}
