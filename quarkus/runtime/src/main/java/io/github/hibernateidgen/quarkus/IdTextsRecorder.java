package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.internal.types.IdAttributes;
import io.github.hibernateidgen.internal.types.IdClass;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the typed ids, before Quarkus REST asks which parameters it can read. */
@Recorder
public class IdTextsRecorder {

    /** For Quarkus. */
    public IdTextsRecorder() {}

    /**
     * Makes the bean.
     *
     * @param entities the names of all classes that are mapped
     * @return the bean
     * @throws IllegalStateException if such a class can't be loaded
     */
    public RuntimeValue<IdTexts> texts(List<String> entities) {
        Set<Class<?>> types = new HashSet<>();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String entity : entities) {
            try {
                for (IdClass idClass : IdAttributes.idClasses(Class.forName(entity, false, loader))) {
                    types.add(idClass.type());
                }
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("mapped class [" + entity + "] can't be loaded", e);
            }
        }
        return new RuntimeValue<>(new IdTexts(Set.copyOf(types)));
    }
}
