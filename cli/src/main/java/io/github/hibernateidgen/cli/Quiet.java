package io.github.hibernateidgen.cli;

import java.lang.reflect.Proxy;

/** Keeps log lines out of the output: what matters is thrown, too. */
final class Quiet {

    static final System.Logger LOGGER = (System.Logger) Proxy.newProxyInstance(
            Quiet.class.getClassLoader(),
            new Class<?>[] {System.Logger.class},
            (logger, method, arguments) -> method.getReturnType() == boolean.class ? false : null);

    private Quiet() {}
}
