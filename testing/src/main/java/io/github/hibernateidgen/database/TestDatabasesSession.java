package io.github.hibernateidgen.database;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** At the end of a test run, says which databases were really tested and ends their servers. Found by ServiceLoader. */
public final class TestDatabasesSession implements LauncherSessionListener {

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        String summary = TestDatabases.THIS_JVM.summary();
        if (!summary.isEmpty()) {
            System.out.print(summary);
        }
        TestDatabases.THIS_JVM.end();
    }
}
