package io.github.hibernateidgen.testing;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicLong;

/** Copies what an object remembers into another of its class, as a memory image that is restored a second time does. */
public final class MemoryImage {

    private MemoryImage() {}

    /** Copies the fields that change, which hold immutable objects, and final numbers; objects around it stay its own. */
    public static void copy(Object from, Object to) {
        for (Field field : from.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                copy(field, from, to);
            }
        }
    }

    private static void copy(Field field, Object from, Object to) {
        Object value = value(from, field);
        if (value instanceof AtomicLong number) {
            AtomicLong copy = (AtomicLong) value(to, field);
            copy.set(number.get());
            if (number.getClass() != AtomicLong.class) {
                copy(number, copy);
            }
        } else if (!Modifier.isFinal(field.getModifiers()) || field.getType().isPrimitive()) {
            set(to, field.getName(), value);
        }
    }

    /** Copies what a Snowflake generator counts: the cell of each lane, and what the cells share of the clock. */
    public static void copyGenerator(Object from, Object to) {
        Object lanes = value(from, "cells");
        Object copies = value(to, "cells");
        copy(lanes, copies);
        copy(value(lanes, "history"), value(copies, "history"));
        Object[] cells = (Object[]) value(lanes, "cells");
        for (int lane = 0; lane < cells.length; lane++) {
            Object copy = ((Object[]) value(copies, "cells"))[lane];
            copy(cells[lane], copy);
            set(copy, "recent", null); // It refers to the original's counter.
        }
    }

    /** Changes what a field holds. */
    public static void set(Object owner, String name, Object value) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            field.set(owner, value);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** What a field holds. */
    public static Object value(Object owner, String name) {
        try {
            return value(owner, owner.getClass().getDeclaredField(name));
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    /** What a field holds. */
    public static Object value(Object owner, Field field) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
