package io.github.hibernateidgen.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;

/** How far long work is, on one line that is written anew, where somebody looks at a terminal. Not thread-safe. */
final class Progress {

    private static final int BAR = 30;
    private static final long SECOND = 1_000_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final long total;
    private final long start;
    private long lastShown;

    Progress(Shell shell, long total, long nanoTime) {
        this.err = shell.err();
        this.shown = shell.terminal();
        this.total = total;
        this.start = nanoTime;
        this.lastShown = nanoTime - SECOND;
    }

    /** So much is done by now. */
    void at(long done, long nanoTime) {
        if (shown && (nanoTime - lastShown >= SECOND / 5 || done == total)) {
            lastShown = nanoTime;
            err.print("\r" + line(done, total, nanoTime - start));
            err.flush();
        }
    }

    /** Whatever is written next begins on a line of its own. */
    void end() {
        if (shown) {
            err.println();
        }
    }

    static String line(long done, long total, long nanos) {
        long known = Math.max(total, done); // Rows may have come meanwhile.
        int filled = known == 0 ? BAR : (int) (BAR * done / known);
        String bar = "#".repeat(filled) + ".".repeat(BAR - filled);
        String left = done == 0 ? "" : ", " + (long) ((double) nanos / done * (known - done) / SECOND) + " s left";
        return String.format(Locale.ROOT, "[%s] %,d of %,d rows%s   ", bar, done, known, left);
    }

    /** From JDK 22 on there is a console also where nobody looks. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean hasTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
