package io.github.hibernateidgen.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Clients that do something else than jetcd's own. */
final class Clients {

    private Clients() {}

    /** One that has another view of the keys; nothing else is asked of it. */
    static Client of(KV keys) {
        return proxy(Client.class, (method, arguments) -> {
            if (method.getName().equals("getKVClient")) {
                return keys;
            }
            throw new UnsupportedOperationException(method.toString());
        });
    }

    /** One that does something before each request of a name. */
    static Client before(String request, Client client, Step step) {
        KV keys = client.getKVClient();
        return of(proxy(KV.class, (method, arguments) -> {
            if (method.getName().equals(request)) {
                step.run();
            }
            return method.invoke(keys, arguments);
        }));
    }

    static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return answer.to(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    interface Answer {
        Object to(Method method, Object[] arguments) throws Throwable;
    }

    interface Step {
        void run() throws Exception;
    }
}
