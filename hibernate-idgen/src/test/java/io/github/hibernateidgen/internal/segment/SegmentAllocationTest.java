package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.management.ManagementFactory;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number that is buffered costs no more memory than the number. */
class SegmentAllocationTest {

    private static final int NUMBERS = 100_000;

    /** A {@code Long} takes 16 bytes, or 24 without compressed pointers. The rest is for the fetches. */
    private static final int LARGEST = 32;

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @SegmentId(size = 1_000_000)
        Long id;
    }

    /** With a connection, the caller could fetch in its own session. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bufferedNumberAllocatesTheNumberAlone(boolean hasConnection) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (SessionFactory factory = Hibernate.onH2(Voucher.class).start()) {
            SegmentAttribute attribute = Engines.of(factory.unwrap(SessionFactoryImplementor.class))
                    .attributes(SegmentAttribute.class)
                    .get(0);
            factory.inSession(session -> {
                if (hasConnection) {
                    session.beginTransaction();
                }
                SharedSessionContractImplementor caller = (SharedSessionContractImplementor) session;
                take(attribute, caller);
                long before = threads.getCurrentThreadAllocatedBytes();
                take(attribute, caller);
                long each = (threads.getCurrentThreadAllocatedBytes() - before) / NUMBERS;
                System.out.println("bytes for a buffered number: " + each);
                assertThat(each).isLessThanOrEqualTo(LARGEST);
            });
        }
    }

    private static void take(SegmentAttribute attribute, SharedSessionContractImplementor caller) {
        for (int i = 0; i < NUMBERS; i++) {
            attribute.next(caller, null);
        }
    }
}
