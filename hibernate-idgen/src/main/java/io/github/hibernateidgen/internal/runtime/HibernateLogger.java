package io.github.hibernateidgen.internal.runtime;

import java.util.ResourceBundle;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Adapts Hibernate's logger to {@link System.Logger}, which the engines use. So the engines of a session factory log to the
 * same log as Hibernate.
 *
 * <p>Thread-safe.
 */
final class HibernateLogger implements System.Logger {

    private final Logger logger;

    HibernateLogger(String name) {
        this.logger = Logger.getLogger(name);
    }

    @Override
    public String getName() {
        return logger.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return level != Level.OFF && logger.isEnabled(translated(level));
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
        if (isLoggable(level)) {
            logger.log(translated(level), message, thrown);
        }
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... parameters) {
        if (isLoggable(level)) {
            logger.logv(translated(level), String.valueOf(format), parameters);
        }
    }

    private static Logger.Level translated(Level level) {
        String name = level == Level.WARNING ? "WARN" : level == Level.ALL ? "TRACE" : level.name();
        return Logger.Level.valueOf(name);
    }
}
