package io.github.hibernateidgen.cli;

import java.lang.reflect.Proxy;

/** Discards log messages. Problems that matter are also thrown as exceptions. */
final class Quiet {

    static final System.Logger LOGGER = (System.Logger) Proxy.newProxyInstance(
            Quiet.class.getClassLoader(),
            new Class<?>[] {System.Logger.class},
            (logger, method, arguments) -> method.getReturnType() == boolean.class ? false : null);

    private Quiet() {}
}
