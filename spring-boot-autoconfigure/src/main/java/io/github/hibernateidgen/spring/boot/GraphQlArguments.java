package io.github.hibernateidgen.spring.boot;

import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionService;
import org.springframework.graphql.data.method.annotation.support.AnnotatedControllerConfigurer;
import org.springframework.util.ReflectionUtils;

/**
 * Adds the converter of typed ids to the arguments of GraphQL in Spring Boot 4, which does not add an application's
 * converters. Uses reflection, because Spring for GraphQL has the methods from version 2 on.
 */
final class GraphQlArguments implements BeanPostProcessor {

    private final ObjectProvider<IdConverter> converter;

    GraphQlArguments(ObjectProvider<IdConverter> converter) {
        this.converter = converter;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof AnnotatedControllerConfigurer) {
            Method configure = ReflectionUtils.findMethod(bean.getClass(), "configureBinder", Consumer.class);
            if (configure != null) {
                Consumer<Object> addition = this::addTo;
                ReflectionUtils.invokeMethod(configure, bean, addition);
            }
        }
        return bean;
    }

    private void addTo(Object options) {
        if (conversions(options) == ApplicationConversionService.getSharedInstance()) {
            ApplicationConversionService conversions = new ApplicationConversionService();
            conversions.addConverter(converter.getObject());
            conversions(options, conversions);
        }
    }

    /** Calls a method of the binder's options: the getter, or with a value the setter. */
    private static @Nullable Object conversions(Object options, Object... value) {
        Class<?>[] types = value.length == 0 ? new Class<?>[0] : new Class<?>[] {ConversionService.class};
        Method method = ReflectionUtils.findMethod(options.getClass(), "conversionService", types);
        return method == null ? null : ReflectionUtils.invokeMethod(method, options, value);
    }
}
