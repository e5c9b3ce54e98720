package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The store of the version before stamps, with its scripts as they were: processes are replaced one by one. */
record EarlierReservationStore(RedisCommands<String, String> commands, String prefix) implements ReservationStore {

    private static final String COMPARE_AND_SET = """
            local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
            local applied = current == ARGV[2] or current == ARGV[3]
            if current == ARGV[2] then
                redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
            end
            return applied and 1 or 0
            """;

    private static final String READ = """
            local time = redis.pcall('TIME')
            return {redis.call('HGETALL', KEYS[1]), time[1], time[2]}
            """;

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        List<Object> fieldsAndTime = commands.eval(READ, ScriptOutputType.MULTI, new String[] {prefix + namespace});
        List<?> fields = (List<?>) fieldsAndTime.get(0);
        List<StoredSlot> slots = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            long worker = StoredSlot.worker((String) fields.get(i));
            if (worker >= from && worker < to) {
                slots.add(StoredSlot.of(worker, (String) fields.get(i + 1)));
            }
        }
        return new StoredSlots(slots, OptionalLong.of(Long.parseLong((String) fieldsAndTime.get(1)) * 1000));
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        Long applied = commands.eval(
                COMPARE_AND_SET,
                ScriptOutputType.INTEGER,
                new String[] {prefix + namespace},
                Long.toString(update.worker()),
                expected == null ? "" : expected.text(),
                update.text());
        return applied == 1;
    }

    @Override
    public String describe() {
        return "Redis hashes " + prefix + "*";
    }
}
