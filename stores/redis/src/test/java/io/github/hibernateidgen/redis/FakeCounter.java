package io.github.hibernateidgen.redis;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A counter in memory that can be forgotten and set back. */
final class FakeCounter implements Counter {

    /** All that is lost together. */
    record Content(@Nullable Long value, @Nullable String token, Map<Long, String> marks) {

        static final Content NOTHING = new Content(null, null, Map.of());

        Content with(long changed, @Nullable String mark) {
            Map<Long, String> all = new TreeMap<>(marks);
            if (mark == null) {
                all.remove(changed);
            } else {
                all.put(changed, mark);
            }
            return new Content(value, token, all);
        }
    }

    private Content content = Content.NOTHING;
    private int calls;

    /** The server's time: no failover sets it back. */
    private String stamped(String text) {
        return text + "@" + ++calls;
    }

    @Override
    public synchronized State open(@Nullable Long beginning, String newToken) {
        if (beginning != null && content.value == null && content.token == null) {
            content = new Content(beginning, stamped(newToken), Map.of());
        }
        return new State(
                content.value, content.token, content.token != null && content.token.startsWith(newToken + "@"));
    }

    @Override
    public synchronized Addition add(String expected, long reached, long size, @Nullable String mark) {
        return addMarked(expected, reached, size, mark == null ? null : stamped(mark));
    }

    /** Adds, and leaves a mark as it is. */
    synchronized Addition addMarked(String expected, long reached, long size, @Nullable String mark) {
        if (!expected.equals(content.token)) {
            return new Addition(Outcome.REPLACED, 0, null);
        }
        if (content.value == null || content.value < reached) {
            content = new Content(content.value, null, content.marks);
            return new Addition(Outcome.SET_BACK, 0, null);
        }
        long value = Math.addExact(content.value, size);
        content = new Content(value, content.token, content.marks);
        if (mark != null) {
            content = content.with(value, mark);
        }
        return new Addition(Outcome.ADDED, value, mark);
    }

    @Override
    public synchronized boolean removeMark(String expected, long value, String mark) {
        if (!expected.equals(content.token) || !mark.equals(content.marks.get(value))) {
            return false;
        }
        content = content.with(value, null);
        return true;
    }

    /** As Redis does that is flushed, or starts without its data. */
    synchronized void forget() {
        content = Content.NOTHING;
    }

    /** As somebody does by hand, or Redis that has lost its last writes. */
    synchronized void set(@Nullable Long value, @Nullable String token) {
        content = new Content(value, token, content.marks);
    }

    /** All that it has at this moment. */
    synchronized Content content() {
        return content;
    }

    /** Goes on from what it had at another moment. */
    synchronized void failOver(Content earlier) {
        content = earlier;
    }

    synchronized @Nullable Long value() {
        return content.value;
    }

    synchronized @Nullable String token() {
        return content.token;
    }

    @Override
    public String describe() {
        return "Redis counter orders";
    }

    @Override
    public String repair(long value, String token) {
        return "HSET orders value " + value + " token " + token;
    }
}
