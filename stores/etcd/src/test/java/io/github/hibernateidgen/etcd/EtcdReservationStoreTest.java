package io.github.hibernateidgen.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.util.Throwables.getStackTrace;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Txn;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.github.hibernateidgen.testing.DriverMessages;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that hang, fail and are interrupted, without a server. */
@Timeout(10)
class EtcdReservationStoreTest {

    private static final StoredSlot FIRST = new StoredSlot(3, "first", 1000);
    private static final StoredSlot SECOND = new StoredSlot(3, "second", 2000);
    private static final StoredSlot THIRD = new StoredSlot(3, "third", 3000);

    /** Far beyond the limit of this test. */
    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);

    private CompletableFuture<GetResponse> found = new CompletableFuture<>();
    private CompletableFuture<TxnResponse> written = new CompletableFuture<>();
    private Runnable onRead = () -> {};

    private ReservationStore store(Duration limit) {
        KV keys = Clients.proxy(KV.class, (method, arguments) -> {
            if (method.getName().equals("get")) {
                onRead.run();
                return found;
            }
            return Clients.proxy(Txn.class, this::txn);
        });
        return new EtcdReservationStore(Clients.of(keys), "/test/", limit, nanos::get);
    }

    private Object txn(Method method, Object[] arguments) {
        return method.getName().equals("commit") ? written : Clients.proxy(Txn.class, this::txn);
    }

    private static RangeResponse range(StoredSlot slot) {
        return RangeResponse.newBuilder()
                .addKvs(KeyValue.newBuilder()
                        .setKey(ByteString.copyFromUtf8("/test/default/" + slot.worker()))
                        .setValue(ByteString.copyFromUtf8(slot.text())))
                .build();
    }

    private void find(StoredSlot slot) {
        found.complete(new GetResponse(range(slot), ByteSequence.EMPTY));
    }

    private void lose(StoredSlot to) {
        written.complete(new TxnResponse(
                io.etcd.jetcd.api.TxnResponse.newBuilder()
                        .addResponses(ResponseOp.newBuilder().setResponseRange(range(to)))
                        .build(),
                ByteSequence.EMPTY));
    }

    @ParameterizedTest
    @CsvSource({
        "3, something, 'text [something] of worker [3] is not an end in Unix milliseconds, a space and an owner'",
        "three, '1000 us', 'name [three] is not a worker number'"
    })
    void whatIsNoReservationFailsAtOnce(String name, String text, String problem) {
        found.complete(new GetResponse(
                RangeResponse.newBuilder()
                        .addKvs(KeyValue.newBuilder()
                                .setKey(ByteString.copyFromUtf8("/test/default/" + name))
                                .setValue(ByteString.copyFromUtf8(text)))
                        .build(),
                ByteSequence.EMPTY));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).read("default", 0, 64))
                .withMessage("etcd keys /test/* could not be read: " + problem
                        + "; store nothing except reservations in this place")
                .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
    }

    @Test
    void aReadThatIsNotAnsweredFailsAndIsCanceled() {
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(Duration.ofMillis(1)).read("default", 0, 64))
                .withMessage("etcd keys /test/* could not be read: no answer within [1 ms]")
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(found).isCancelled();
    }

    @Test
    void aWriteThatIsNotAnsweredFailsAndIsCanceled() {
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(Duration.ofMillis(1)).compareAndSet("default", null, FIRST))
                .withMessage("etcd keys /test/* could not be written: no answer within [1 ms]");
        assertThat(written).isCancelled();
    }

    /** Else two slow requests would take twice the limit, and the thread of the call be given up. */
    @Test
    void bothRequestsOfAWriteShareOneLimit() {
        find(FIRST);
        onRead = () -> nanos.addAndGet(LONG.toNanos());

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).compareAndSet("default", FIRST, SECOND))
                .withMessageContaining("no answer within [3600000 ms]");
        assertThat(written).isCancelled();
    }

    @Test
    void anInterruptEndsTheWaitAndIsKept() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).compareAndSet("default", null, FIRST))
                .withMessageContaining("the thread was interrupted")
                .withCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(written).isCancelled();
    }

    @Test
    void whatTheServerSaysIsInTheMessage() {
        written.completeExceptionally(new IllegalStateException("etcdserver: mvcc: database space exceeded"));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).compareAndSet("default", null, FIRST))
                .withMessage(
                        "etcd keys /test/* could not be written: java.lang.IllegalStateException: etcdserver: mvcc:"
                                + " database space exceeded");
    }

    @Test
    void whichServerCouldNotBeReachedIsInTheMessage() {
        written.completeExceptionally(
                new IllegalStateException("UNAVAILABLE", new IOException("Connection refused: /127.0.0.1:1")));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).compareAndSet("default", null, FIRST))
                .withMessageEndingWith("IllegalStateException: UNAVAILABLE: Connection refused: /127.0.0.1:1");
    }

    @Test
    void aRequestThatTheClientCancelsFails() {
        found.cancel(false);

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).read("default", 0, 64))
                .withCauseInstanceOf(CancellationException.class);
    }

    @Test
    void aClientThatThrowsFailsTheCall() {
        onRead = () -> {
            throw new IllegalStateException("closed");
        };

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(LONG).read("default", 0, 64))
                .withMessageEndingWith("could not be read: java.lang.IllegalStateException: closed");
    }

    /** The answer of the first one was lost with its connection, and the client has sent it again. */
    @Test
    void aLostComparisonWithOurOwnUpdateIsOurs() {
        find(FIRST);
        lose(SECOND);

        assertThat(store(LONG).compareAndSet("default", FIRST, SECOND)).isTrue();
    }

    @Test
    void aLostComparisonWithAnotherUpdateIsNotOurs() {
        find(FIRST);
        lose(THIRD);

        assertThat(store(LONG).compareAndSet("default", FIRST, SECOND)).isFalse();
    }

    @Test
    void aLostComparisonWithAKeyThatIsGoneIsNotOurs() {
        find(FIRST);
        written.complete(new TxnResponse(
                io.etcd.jetcd.api.TxnResponse.newBuilder()
                        .addResponses(ResponseOp.newBuilder().setResponseRange(RangeResponse.getDefaultInstance()))
                        .build(),
                ByteSequence.EMPTY));

        assertThat(store(LONG).compareAndSet("default", FIRST, SECOND)).isFalse();
    }

    @Test
    void namesItsKeys() {
        assertThat(store(LONG).describe()).isEqualTo("etcd keys /test/*");
    }

    @Test
    void noPasswordOfAClientsMessageIsShown() {
        for (String message : DriverMessages.of(1_000, TestSeed.random())) {
            found = new CompletableFuture<>();
            found.completeExceptionally(new IllegalStateException(message, new IOException(message)));
            assertThatExceptionOfType(ReservationStoreException.class)
                    .as(message)
                    .isThrownBy(() -> store(LONG).read("default", 0, 64))
                    .satisfies(thrown ->
                            assertThat(getStackTrace(thrown)).contains("***").doesNotContain(DriverMessages.SECRET));
        }
    }
}
