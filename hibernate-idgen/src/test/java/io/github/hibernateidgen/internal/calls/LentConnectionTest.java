package io.github.hibernateidgen.internal.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is called on a connection whose call was given up. */
@Timeout(60)
class LentConnectionTest {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Semaphore cancels = new Semaphore(0);
    private final CountDownLatch cancelEnds = new CountDownLatch(1);
    private volatile boolean hangs;
    private final LentConnection lent = new LentConnection(proxy(Connection.class));
    private final Thread ending = BoundedCall.daemon("lent-connection-test", lent::end);

    private <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    switch (method.getName()) {
                        case "prepareStatement":
                            return proxy(PreparedStatement.class);
                        case "cancel":
                            cancels.release();
                            if (hangs) {
                                cancelEnds.await();
                            }
                            throw new SQLException("no such feature");
                        default:
                            return null;
                    }
                }));
    }

    @Test
    void cancelsTheStatementUntilTheConnectionIsReturned() throws Exception {
        lent.prepare("update");
        ending.start();
        cancels.acquire(2);
        assertThat(lent.isReturnable()).isTrue();
        ending.join();
        assertThat(calls).startsWith("prepareStatement", "cancel", "cancel").doesNotContain("abort");
    }

    @Test
    void abortsTheConnectionIfNoCancelHelps() throws Exception {
        lent.prepare("update");
        ending.start();
        cancels.acquire(5);
        while (!calls.contains("abort")) {
            Thread.sleep(5);
        }
        lent.isReturnable();
        ending.join();
        assertThat(calls)
                .containsExactly("prepareStatement", "cancel", "cancel", "cancel", "cancel", "cancel", "abort");
    }

    @Test
    void abortsACommitWhichNoStatementStandsFor() throws Exception {
        lent.prepare("update");
        lent.commit();
        lent.end();
        assertThat(calls).containsExactly("prepareStatement", "commit", "abort");
    }

    @Test
    void endsNothingOnceItIsReturned() throws Exception {
        lent.prepare("update");
        assertThat(lent.isReturnable()).isTrue();
        lent.end();
        assertThat(calls).containsExactly("prepareStatement");
    }

    /** The next borrower's statement could be cancelled otherwise. */
    @Test
    void isNotReturnedWhileACancelHangs() throws Exception {
        hangs = true;
        lent.prepare("update");
        ending.start();
        cancels.acquire();
        assertThat(lent.isReturnable()).isFalse();
        cancelEnds.countDown();
        ending.join();
    }
}
