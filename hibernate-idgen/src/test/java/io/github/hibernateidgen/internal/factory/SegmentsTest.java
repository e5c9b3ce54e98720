package io.github.hibernateidgen.internal.factory;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.testing.Classes;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Segments of a session factory that closes. */
class SegmentsTest {

    private static final SegmentSource SOURCE = new SegmentSource() {
        @Override
        public Segment fetch() {
            return new Segment(1, 10);
        }

        @Override
        public long size() {
            return 10;
        }

        @Override
        public String describe() {
            return "a source";
        }
    };

    private final Segments segments = new Segments(Settings.read(Map.of(), Classes::named));

    /** As where a generator is bound on one thread while another one closes the session factory. */
    @Test
    void attributeThatComesAfterTheCloseIsClosed() {
        segments.close().run();
        AttributeSegments late = segments.attribute(OffsetAndStep.ALL, true);
        assertThatIllegalStateException()
                .isThrownBy(() -> late.generator("tenant", () -> SOURCE))
                .withMessage("the session factory is closed; make ids before the shutdown");
    }
}
