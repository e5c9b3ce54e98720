package io.github.hibernateidgen.test;

import static io.github.hibernateidgen.test.IdAssertions.assertAscend;
import static io.github.hibernateidgen.test.IdAssertions.assertNoRecordText;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdAssertionsTest {

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId
        String code;

        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        UUID reference;

        @CombGuid
        byte[] bytes;

        @CombGuid
        String text;
    }

    @ParameterizedTest
    @EnumSource
    void guidsAscendInTheirOrderAndInNoOther(GuidOrder order) {
        // Ticks apart, or the last bits of the counter, which lie elsewhere in each order, would decide alone.
        RepeatableIds ids = RepeatableIds.create();
        GuidGenerator generator = ids.guidGenerator(order);
        List<UUID> guids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            guids.add(generator.nextGuid());
            ids.advance(Duration.ofSeconds(100));
        }
        assertAscend(order, guids);
        for (GuidOrder other : GuidOrder.values()) {
            // MARIADB compares version 4 from the time on, as SQL_SERVER does, and version 7 as BYTES does.
            boolean alike = order == GuidOrder.MARIADB && other == GuidOrder.SQL_SERVER
                    || order == GuidOrder.BYTES && other == GuidOrder.MARIADB;
            if (!alike) {
                assertThatCode(() -> assertAscend(other, guids))
                        .matches(thrown -> (thrown == null) == (other == order));
            }
        }
        Collections.reverse(guids);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertAscend(order, guids))
                .withMessage(
                        "ids do not ascend in order %s: [%s] at 1 is not greater than [%s] before it",
                        order, guids.get(1), guids.get(0));
    }

    @Test
    void numbersAndTextAscendStrictly() {
        assertAscend(List.<Long>of());
        assertAscend(List.of(1L, 2L, 10L));
        assertAscend(List.of("01", "02", "10"));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertAscend(List.of(1L, 2L, 2L)))
                .withMessage("ids do not ascend by their values: [2] at 2 is not greater than [2] before it");
    }

    @Test
    void valuesOfAnAttributeAscendAsItsColumnCompares() {
        RepeatableIds ids = RepeatableIds.create();
        try (SessionFactory factory = Factories.onH2(ids, Ticket.class)) {
            Idgen idgen = Idgen.of(factory);
            check(idgen, "id", Long.class, ids);
            check(idgen, "code", String.class, ids);
            check(idgen, "reference", UUID.class, ids);
            check(idgen, "bytes", byte[].class, ids);
            check(idgen, "text", String.class, ids);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> assertAscend(idgen, "Ticket.name", List.of(1L)))
                    .withMessageStartingWith("[Ticket.name] is not a generated attribute; generated attributes are [")
                    .withMessageContaining("Ticket.reference");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> assertAscend(idgen, "Ticket.reference", List.of(1, 2)))
                    .withMessage("[1] is not a GUID; give a UUID, 16 bytes, or its text");
        }
    }

    record OrderId(long value) {}

    @Test
    void aPageHasNoTextOfARecord() {
        assertNoRecordText("<input type=\"text\"> a[href=x] ord_0AKYZJ94WBW0M Map[String] List[a, b=c] X[]");
        for (String page : List.of(
                "<a href=\"/orders/" + new OrderId(7) + "\">", "<a href=\"/orders/OrderId%5Bvalue%3D7%5D/edit\">")) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertNoRecordText(page))
                    .withMessageStartingWith("[OrderId")
                    .withMessageContaining("is the text of a record, in [<a href=\"/orders/OrderId")
                    .withMessageContaining("give the record a toString");
        }
    }

    private static <T> void check(Idgen idgen, String attribute, Class<T> type, RepeatableIds ids) {
        List<T> values = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            values.add(idgen.next(Ticket.class, attribute, type));
            ids.advance(Duration.ofSeconds(100));
        }
        assertAscend(idgen, "Ticket." + attribute, values);
        Collections.swap(values, 3, 4);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertAscend(idgen, "Ticket." + attribute, values))
                .withMessageContaining("as Ticket." + attribute + " compares")
                .withMessageContaining("at 4");
    }
}
