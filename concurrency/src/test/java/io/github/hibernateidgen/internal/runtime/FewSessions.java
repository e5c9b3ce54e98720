package io.github.hibernateidgen.internal.runtime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.hibernate.resource.transaction.spi.TransactionObserver;

/** Some sessions of a session factory, and their lanes. Such a session only has a transaction that can end. */
final class FewSessions {

    private final SessionLanes lanes = new SessionLanes(false, false);
    private final SharedSessionContractImplementor[] sessions;
    private final TransactionObserver[] observers;

    FewSessions(int count) {
        sessions = new SharedSessionContractImplementor[count];
        observers = new TransactionObserver[count];
        for (int i = 0; i < count; i++) {
            int session = i;
            TransactionCoordinator coordinator = proxy(TransactionCoordinator.class, (proxy, method, arguments) -> {
                observers[session] = method.getName().equals("addObserver") ? (TransactionObserver) arguments[0] : null;
                return null;
            });
            sessions[i] = proxy(SharedSessionContractImplementor.class, (proxy, method, arguments) -> coordinator);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(FewSessions.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Returns the lane of a session's next id. */
    int lane(int session) {
        return lanes.of(sessions[session], 64);
    }

    /** Ends the transaction of a session that has a lane. */
    void end(int session) {
        observers[session].afterCompletion(true, false);
    }
}
