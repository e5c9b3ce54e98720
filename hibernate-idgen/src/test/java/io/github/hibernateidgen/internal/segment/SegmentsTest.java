package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.testing.Hibernate;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Segments of a session factory that closes. */
class SegmentsTest {

    private static final SegmentSource SOURCE = new Source(new AtomicBoolean());

    private record Source(AtomicBoolean broken) implements SegmentSource {
        @Override
        public Segment fetch() {
            return new Segment(1, 10);
        }

        @Override
        public void open() {}

        @Override
        public boolean isLost() {
            if (broken.get()) {
                throw new UnsupportedOperationException("the client is closed");
            }
            return false;
        }

        @Override
        public long size() {
            return 10;
        }

        @Override
        public String describe() {
            return "a source";
        }
    }

    private final SessionFactory empty = Hibernate.onH2().start();
    private final Segments segments = new Segments(Engines.of(empty.unwrap(SessionFactoryImplementor.class)));

    @AfterEach
    void stop() {
        empty.close();
    }

    /** In Hibernate Reactive itself this is tried in examples/reactive. */
    @Test
    void segmentsAreRefusedInHibernateReactive() {
        assertThat(Segments.notReactive("Parcel.id"))
                .hasMessage("Parcel.id [segments]: Hibernate Reactive reads sequences itself and does not use segments;"
                        + " use @SnowflakeId or @CombGuid, or Hibernate's own @SequenceGenerator");
    }

    /** As where a generator is bound on one thread while another one closes the session factory. */
    @Test
    void attributeThatComesAfterTheCloseIsClosed() {
        segments.close().run();
        TenantSegments late = segments.attribute(OffsetAndStep.ALL);
        assertThatIllegalStateException()
                .isThrownBy(() -> late.generator("tenant", () -> SOURCE))
                .withMessage("the session factory is closed; make ids before the shutdown");
    }

    /** As where the client of a store was closed before the session factory. */
    @Test
    void attributeWhoseStoreThrowsKeepsNoOtherOpen() {
        AtomicBoolean broken = new AtomicBoolean();
        TenantSegments first = segments.attribute(OffsetAndStep.ALL);
        SegmentGenerator failing = first.generator("tenant", () -> new Source(broken));
        SegmentGenerator other = segments.attribute(OffsetAndStep.ALL).generator("tenant", () -> SOURCE);
        assertThat(failing.nextId()).isOne();
        assertThat(other.nextId()).isOne();
        broken.set(true);
        segments.close().run();
        assertThatIllegalStateException().isThrownBy(other::nextId).withMessageContaining("closed");
    }
}
