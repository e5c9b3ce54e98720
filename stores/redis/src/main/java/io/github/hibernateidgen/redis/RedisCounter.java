package io.github.hibernateidgen.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter in a single Redis hash, so that value and token are lost together or not at all. Each call is a script, which
 * Redis runs atomically on the master of the key.
 *
 * @param commands supplies the commands of the connection; called for each script
 * @param openCommands supplies the commands of the connection without opening a connection, for a script that follows another
 * @param key the name of the hash
 */
record RedisCounter(
        Supplier<? extends RedisClusterCommands<String, String>> commands,
        Supplier<? extends RedisClusterCommands<String, String>> openCommands,
        String key)
        implements Counter {

    /** Separates the text of a request from the stamp of the script's run. */
    private static final String AT = "@";

    private static final String OPEN = Stamp.SCRIPT + """
            if ARGV[1] ~= '' and redis.call('EXISTS', KEYS[1]) == 0 then
                redis.call('HSET', KEYS[1], 'value', ARGV[1], 'token', ARGV[2] .. stamp)
            end
            local counter = redis.call('HMGET', KEYS[1], 'value', 'token')
            return {counter[1] or '', counter[2] or ''}
            """;

    /*
     * Values are compared as text and read again as text, because a number in Lua holds integers only up to 2^53. HINCRBY
     * adds in 64 bits and fails on overflow.
     *
     * The driver sends a script again if the connection breaks before the answer. The numbers of the runs that are not
     * answered are then unused.
     *
     * A mark is a field of the hash. A process sets a mark if it waits before it issues the added numbers. The field's
     * name is the highest of these numbers. Marks of killed processes stay. If the hash has more than 1,000 fields, all
     * marks are removed, and processes that are still waiting lose their numbers.
     */
    // guard: stamp
    private static final String ADD = Stamp.SCRIPT + """
            if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
                return {'REPLACED', '0', ''}
            end
            local value = redis.call('HGET', KEYS[1], 'value') or ''
            if #value < #ARGV[2] or (#value == #ARGV[2] and value < ARGV[2]) then
                redis.call('HDEL', KEYS[1], 'token')
                return {'SET_BACK', '0', ''}
            end
            redis.call('HINCRBY', KEYS[1], 'value', ARGV[3])
            value = redis.call('HGET', KEYS[1], 'value')
            local mark = ''
            if ARGV[4] ~= '' then
                if redis.call('HLEN', KEYS[1]) > 1000 then
                    for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
                        if field ~= 'value' and field ~= 'token' then
                            redis.call('HDEL', KEYS[1], field)
                        end
                    end
                end
                mark = ARGV[4] .. stamp
                redis.call('HSET', KEYS[1], value, mark)
            end
            return {'ADDED', value, mark}
            """;

    private static final String REMOVE_MARK = """
            if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] or redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then
                return {'LOST'}
            end
            redis.call('HDEL', KEYS[1], ARGV[2])
            return {'KEPT'}
            """;

    @Override
    public State open(@Nullable Long beginning, String token) {
        List<String> answer = run(commands, OPEN, beginning == null ? "" : Long.toString(beginning), token + AT);
        String found = emptyToNull(answer.get(1));
        return new State(value(answer.get(0)), found, found != null && found.startsWith(token + AT));
    }

    @Override
    public Addition add(String token, long reached, long size, @Nullable String mark) {
        List<String> answer =
                run(commands, ADD, token, Long.toString(reached), Long.toString(size), mark == null ? "" : mark + AT);
        return new Addition(Outcome.valueOf(answer.get(0)), Long.parseLong(answer.get(1)), emptyToNull(answer.get(2)));
    }

    @Override
    public boolean removeMark(String token, long value, String mark) {
        return run(openCommands, REMOVE_MARK, token, Long.toString(value), mark)
                .get(0)
                .equals("KEPT");
    }

    private List<String> run(
            Supplier<? extends RedisClusterCommands<String, String>> on, String script, String... arguments) {
        return on.get().eval(script, ScriptOutputType.MULTI, new String[] {key}, arguments);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /**
     * Returns a number; null if the text is not a number of 0 or more. Any program with access to Redis may have written the
     * text.
     */
    private static @Nullable Long value(String text) {
        try {
            long value = Long.parseLong(text);
            return value < 0 ? null : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String describe() {
        return "Redis counter " + key;
    }

    @Override
    public String repair(long value, String token) {
        return "HSET " + key + " value " + value + " token " + token;
    }
}
