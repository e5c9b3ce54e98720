package io.github.hibernateidgen.testing;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/** H2 in memory behind a login that stalls when a test says so. Pools make it by its name, so it finds its database by URL. */
public final class StallingDriver implements Driver {

    private static final String PREFIX = "jdbc:stalling:";
    private static final Map<String, Database> DATABASES = new ConcurrentHashMap<>();

    private final Driver h2 = new org.h2.Driver();

    /** One database of a test. Closing it lets all logins go. */
    public static final class Database implements AutoCloseable {

        private final String url = PREFIX + UUID.randomUUID();
        private final CountDownLatch stalled = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final Queue<Connection> made = new ConcurrentLinkedQueue<>();
        private volatile Duration longest;
        private volatile boolean refuses;

        public Database() {
            DATABASES.put(url, this);
        }

        public String url() {
            return url;
        }

        /** From now on a login waits for {@link #release()}, so long at most, and fails after that. */
        public void stall(Duration limit) {
            refuses = true;
            longest = limit;
        }

        /** Whether a login has stalled by now, or does so soon. */
        public boolean awaitStalledLogin(Duration soon) throws InterruptedException {
            return stalled.await(soon.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** Lets the logins succeed that stall. */
        public void release() {
            refuses = false;
            released.countDown();
        }

        /** How many connections were made so far. */
        public int made() {
            return made.size();
        }

        /** How many connections are open. */
        public int open() throws SQLException {
            int open = 0;
            for (Connection connection : made) {
                open += connection.isClosed() ? 0 : 1;
            }
            return open;
        }

        /** From now on the driver does not take this URL any more. */
        public void forget() {
            DATABASES.remove(url);
        }

        @Override
        public void close() throws SQLException {
            released.countDown();
            for (Connection connection : made) {
                connection.close();
            }
            forget();
        }

        private void login() throws SQLException {
            Duration limit = longest;
            if (limit == null) {
                return;
            }
            stalled.countDown();
            try {
                var unused = released.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new SQLException("interrupted", "08001", e);
            }
            if (refuses) {
                throw new SQLException("the server does not let anybody in", "08001");
            }
        }
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Database database = DATABASES.get(url);
        database.login();
        Connection connection = h2.connect("jdbc:h2:mem:" + url.substring(PREFIX.length()), info);
        database.made.add(connection);
        return connection;
    }

    @Override
    public boolean acceptsURL(String url) {
        return DATABASES.containsKey(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
