package io.github.hibernateidgen.internal.segment;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.DatabaseStructure;

/**
 * Names a sequence or table, and reads its next value. Hibernate 8 returns a {@code long}, and earlier versions return an object with
 * the number.
 */
final class StructureValue {

    private static final MethodHandle NEXT = next();

    private StructureValue() {}

    /** Names the sequence or table in messages. */
    static String describe(DatabaseStructure structure) {
        return (structure.isPhysicalSequence() ? "sequence " : "table ")
                + structure.getPhysicalName().render();
    }

    static long next(AccessCallback callback) {
        try {
            return (long) NEXT.invokeExact(callback);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle next() {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            MethodHandle next = lookup.unreflect(AccessCallback.class.getMethod("getNextValue"));
            Class<?> answer = next.type().returnType();
            if (answer != long.class) {
                MethodHandle number = lookup.unreflect(answer.getMethod("makeValue"));
                MethodHandle asLong = lookup.findVirtual(Number.class, "longValue", methodType(long.class));
                next = MethodHandles.filterReturnValue(next, MethodHandles.filterReturnValue(number, asLong));
            }
            return next.asType(methodType(long.class, AccessCallback.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(
                    "this version of Hibernate is not supported: AccessCallback has no method for the next value", e);
        }
    }
}
