package io.github.hibernateidgen.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counter of the version before stamps, with its scripts as they were: processes are replaced one by one. */
record EarlierCounter(RedisCommands<String, String> commands, String key) implements Counter {

    private static final String OPEN = """
            if ARGV[1] ~= '' and redis.call('EXISTS', KEYS[1]) == 0 then
                redis.call('HSET', KEYS[1], 'value', ARGV[1], 'token', ARGV[2])
            end
            local counter = redis.call('HMGET', KEYS[1], 'value', 'token')
            return {counter[1] or '', counter[2] or ''}
            """;

    private static final String ADD = """
            if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
                return {'REPLACED', '0'}
            end
            local value = redis.call('HGET', KEYS[1], 'value') or ''
            if #value < #ARGV[2] or (#value == #ARGV[2] and value < ARGV[2]) then
                redis.call('HDEL', KEYS[1], 'token')
                return {'SET_BACK', '0'}
            end
            redis.call('HINCRBY', KEYS[1], 'value', ARGV[3])
            value = redis.call('HGET', KEYS[1], 'value')
            if ARGV[4] ~= '' then
                if redis.call('HLEN', KEYS[1]) > 1000 then
                    for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
                        if field ~= 'value' and field ~= 'token' then
                            redis.call('HDEL', KEYS[1], field)
                        end
                    end
                end
                redis.call('HSET', KEYS[1], value, ARGV[4])
            end
            return {'ADDED', value}
            """;

    private static final String REMOVE_MARK = """
            if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] or redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then
                return {'LOST'}
            end
            redis.call('HDEL', KEYS[1], ARGV[2])
            return {'KEPT'}
            """;

    private List<String> run(String script, String... arguments) {
        return commands.eval(script, ScriptOutputType.MULTI, new String[] {key}, arguments);
    }

    @Override
    public State open(@Nullable Long beginning, String token) {
        List<String> answer = run(OPEN, beginning == null ? "" : Long.toString(beginning), token);
        return new State(
                Long.parseLong(answer.get(0)), answer.get(1), answer.get(1).equals(token));
    }

    @Override
    public Addition add(String token, long given, long size, @Nullable String mark) {
        List<String> answer = run(ADD, token, Long.toString(given), Long.toString(size), mark == null ? "" : mark);
        return new Addition(Outcome.valueOf(answer.get(0)), Long.parseLong(answer.get(1)), mark);
    }

    @Override
    public boolean removeMark(String token, long value, String mark) {
        return run(REMOVE_MARK, token, Long.toString(value), mark).get(0).equals("KEPT");
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
