package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkersCommandTest {

    private static final long NOW = Cli.NOW.toEpochMilli();

    private TestTable database;

    @BeforeEach
    void reserve() throws SQLException {
        database = new TestTable();
        database.store.compareAndSet("default", null, new StoredSlot(0, "orders-1.17/aa", NOW + 45_000));
        database.store.compareAndSet("default", null, new StoredSlot(7, "orders-2.23/bb", NOW - 1));
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void listsWhoHoldsWhichNumberUntilWhen() {
        Result listed = Cli.run("workers", "--url", database.url);
        assertThat(listed.exit()).isZero();
        assertThat(listed.out().lines())
                .containsExactly(
                        "namespace [default] in [JDBC table idgen_worker], at 2026-11-22T08:00:00Z",
                        "     0  held until 2026-11-22T08:00:45Z      orders-1.17/aa",
                        "     7  free since 2026-11-22T07:59:59.999Z  orders-2.23/bb");
        assertThat(Cli.run("workers", "--url", database.url, "--json").out().lines())
                .hasSize(2)
                .first()
                .isEqualTo("{\"worker\":0,\"held\":true,\"reservedUntil\":\"2026-11-22T08:00:45Z\","
                        + "\"owner\":\"orders-1.17/aa\"}");
        assertThat(Cli.run("workers", "--url", database.url, "--namespace", "other")
                        .out())
                .contains("in which no number was ever reserved");
    }

    @Test
    void refusesToFreeANumberThatMayBeInUse() {
        Result refused = Cli.run("workers", "--url", database.url, "--free", "0");
        assertThat(refused.exit()).isEqualTo(Exit.REFUSED);
        assertThat(refused.err())
                .contains("worker [0] of namespace [default] is held by [orders-1.17/aa] until 2026-11-22T08:00:45Z")
                .contains("shut the process down");
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots())
                .contains(new StoredSlot(0, "orders-1.17/aa", NOW + 45_000));
    }

    @Test
    void takesALapsedNumberFromItsHolderAndLeavesItsEnd() {
        // H2's clock is the system's, long after the end.
        Result freed = Cli.run("workers", "--url", database.url, "--free", "7");
        assertThat(freed.err()).isEmpty();
        assertThat(freed.exit()).isZero();
        StoredSlot row = database.store.read("default", 0, Long.MAX_VALUE).slots().stream()
                .filter(slot -> slot.worker() == 7)
                .findFirst()
                .orElseThrow();
        assertThat(row.reservedUntil()).isEqualTo(NOW - 1);
        assertThat(row.owner()).startsWith("idgen-freed.");
        // The late renewal of a process that was paused.
        assertThat(database.store.compareAndSet(
                        "default",
                        new StoredSlot(7, "orders-2.23/bb", NOW - 1),
                        new StoredSlot(7, "orders-2.23/cc", NOW + 60_000)))
                .isFalse();
    }

    @Test
    void refusesANumberThatNobodyHad() {
        assertThat(Cli.run("workers", "--url", database.url, "--free", "3").err())
                .contains("was never reserved, so it is free");
    }

    @Test
    void trustsTheClockThatIsBehind() {
        ReservationStore slow = new Wrapped() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return new StoredSlots(super.read(namespace, from, to).slots(), OptionalLong.of(NOW - 1000));
            }
        };
        slow.compareAndSet("default", null, new StoredSlot(1, "a", NOW - 500));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(
                        () -> new LapsedWorker(new Reservations(slow, "default"), InstantSource.fixed(Cli.NOW)).take(1))
                .withMessageContaining("is held by [a]");
    }

    @Test
    void readsWhatBecameOfAWriteWithoutAnAnswer() {
        Wrapped lossy = new Wrapped();
        lossy.compareAndSet("default", null, new StoredSlot(1, "a", NOW - 500));
        lossy.answers = false;
        assertThat(new LapsedWorker(new Reservations(lossy, "default"), InstantSource.fixed(Cli.NOW))
                        .take(1)
                        .reservedUntil())
                .isEqualTo(NOW - 500);
    }

    @Test
    void losesToAClaimInTheSameMoment() {
        ReservationStore contested = new Wrapped() {
            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                if (expected != null) {
                    super.compareAndSet(namespace, expected, new StoredSlot(1, "other", NOW + 60_000));
                }
                return super.compareAndSet(namespace, expected, update);
            }
        };
        contested.compareAndSet("default", null, new StoredSlot(1, "a", NOW - 500));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() ->
                        new LapsedWorker(new Reservations(contested, "default"), InstantSource.fixed(Cli.NOW)).take(1))
                .withMessageContaining("its new holder lives");
        assertThat(contested.read("default", 0, Long.MAX_VALUE).slots())
                .containsExactly(new StoredSlot(1, "other", NOW + 60_000));
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(Cli.run("workers").err()).contains("give --url");
        Result driver = Cli.run("workers", "--url", "jdbc:nowhere:x");
        assertThat(driver.exit()).isEqualTo(Exit.REFUSED);
        assertThat(driver.err()).contains("no driver knows url [jdbc:nowhere:x]; give the driver's jar with --driver");
        Result table = Cli.run("workers", "--url", database.url, "--store", "nothing");
        assertThat(table.exit()).isEqualTo(Exit.FAILED);
        assertThat(table.err()).contains("JDBC table nothing could not be read");
        Result name = Cli.run("workers", "--url", database.url, "--store", "a.b.c.d");
        assertThat(name.exit()).isEqualTo(Exit.REFUSED);
        assertThat(name.err()).contains("[a.b.c.d] has more than three parts");
    }

    /** A store whose answers may be lost. */
    private static class Wrapped implements ReservationStore {

        private final InMemoryReservationStore store = new InMemoryReservationStore();
        boolean answers = true;

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            return store.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            boolean applied = store.compareAndSet(namespace, expected, update);
            if (!answers) {
                throw new IllegalStateException("the answer is lost");
            }
            return applied;
        }

        @Override
        public String describe() {
            return "test";
        }
    }
}
