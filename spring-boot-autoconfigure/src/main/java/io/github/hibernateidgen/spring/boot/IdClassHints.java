package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.types.IdTypes;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.util.ClassUtils;

/** Registers the typed ids of the application's entities for reflection in a native image. */
final class IdClassHints implements BeanRegistrationAotProcessor {

    private static final boolean HAS_ENTITIES = ClassUtils.isPresent(
            "org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes", IdClassHints.class.getClassLoader());

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return HAS_ENTITIES ? OfEntities.contribution(bean) : null;
    }

    /** A separate class, so that the JVM loads no type of Spring's JPA support if this support is missing. */
    private static final class OfEntities {

        static @Nullable BeanRegistrationAotContribution contribution(RegisteredBean bean) {
            if (!PersistenceManagedTypes.class.isAssignableFrom(bean.getBeanClass())) {
                return null;
            }
            var types = bean.getBeanFactory().getBean(bean.getBeanName(), PersistenceManagedTypes.class);
            ClassLoader loader = bean.getBeanFactory().getBeanClassLoader();
            return (context, code) -> {
                for (String name : types.getManagedClassNames()) {
                    register(
                            ClassUtils.resolveClassName(name, loader),
                            context.getRuntimeHints().reflection());
                }
            };
        }

        private static void register(Class<?> entity, ReflectionHints hints) {
            for (IdClass idClass : IdTypes.idClasses(List.of(entity))) {
                hints.registerType(idClass.type());
                hints.registerConstructor(idClass.constructor(), ExecutableMode.INVOKE);
                hints.registerField(idClass.field());
                // Hibernate creates an array of ids to load many entities.
                hints.registerType(Array.newInstance(idClass.type(), 0).getClass());
            }
        }
    }
}
