package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.io.Serializable;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** The mapping of docs/mappings.md for rows that are read by device and day. */
class BucketKeyTest {

    @Embeddable
    static class ReadingKey implements Serializable {
        private static final long serialVersionUID = 1L;

        long device;
        LocalDate onDay;

        @SnowflakeId
        Long number;

        ReadingKey() {}

        ReadingKey(long device, LocalDate onDay) {
            this.device = device;
            this.onDay = onDay;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ReadingKey that
                    && device == that.device
                    && Objects.equals(onDay, that.onDay)
                    && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(device, onDay, number);
        }
    }

    @Entity(name = "Reading")
    static class Reading {
        @EmbeddedId
        ReadingKey id;

        double degrees;

        Reading() {}

        Reading(long device, LocalDate onDay, double degrees) {
            this.id = new ReadingKey(device, onDay);
            this.degrees = degrees;
        }
    }

    @Test
    void readingsOfADeviceAndDayComeBackInTheOrderInWhichTheyWereMade() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        try (SessionFactory factory = Hibernate.onH2(Reading.class).start()) {
            List<ReadingKey> keys = new ArrayList<>();
            factory.inTransaction(session -> {
                for (int i = 0; i < 60; i++) {
                    Reading reading = new Reading(i % 3, today.minusDays(i % 2), i);
                    session.persist(reading);
                    keys.add(reading.id);
                }
                assertThat(keys).extracting(key -> key.number).doesNotContainNull();
                assertThat(Hibernate.statements(factory))
                        .as("statements before the flush")
                        .isZero();
            });
            factory.inTransaction(session -> {
                List<Double> day = session.createSelectionQuery(
                                "select degrees from Reading where id.device = 1 and id.onDay = :day order by id.number",
                                Double.class)
                        .setParameter("day", today)
                        .list();
                assertThat(day).hasSize(10).isSorted();
                Reading last = session.find(Reading.class, keys.get(59));
                assertThat(last.degrees).isEqualTo(59);
                assertThat(SnowflakeLayout.STANDARD
                                .instant(last.id.number)
                                .atOffset(ZoneOffset.UTC)
                                .toLocalDate())
                        .isBetween(today, today.plusDays(1));
            });
        }
    }
}
