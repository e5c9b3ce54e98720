package io.github.hibernateidgen.cli;

import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Keeps log lines out of the output: what matters is thrown, too. */
enum Quiet implements System.Logger {
    LOGGER;

    @Override
    public String getName() {
        return "idgen";
    }

    @Override
    public boolean isLoggable(Level level) {
        return false;
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... parameters) {}
}
