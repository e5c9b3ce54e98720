package io.github.hibernateidgen.redis;

/**
 * The start of each script that writes. It sets {@code stamp} to the server's time in microseconds, which names this run of
 * the script.
 *
 * <p>The driver sends a script again if the connection breaks before the answer. So a script can run, be answered, be lost in
 * a failover, and run again. A random text in the request is the same in both runs. A count that is kept in Redis would be
 * set back by the failover, and be the same, too. Only the time differs.
 */
final class Stamp {

    /** Begins like Redis's own error for an account that may not run a command. */
    private static final String REJECTED =
            "NOPERM command [TIME] is rejected, but each write needs it; grant the command to the account: ";

    static final String SCRIPT = """
            local time = redis.pcall('TIME')
            if time.err then
                return redis.error_reply('%s' .. time.err)
            end
            local stamp = time[1] .. '.' .. time[2]
            """.formatted(REJECTED);

    private Stamp() {}
}
