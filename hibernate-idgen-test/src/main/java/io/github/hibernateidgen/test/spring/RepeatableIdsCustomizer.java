package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Adds repeatable ids to an application context. Spring's context cache compares customizers, so tests share a
 * context and its ids only if their customizers are equal.
 *
 * @param at the time of the clock at the start of each test
 * @param worker the worker number
 */
record RepeatableIdsCustomizer(String at, long worker) implements ContextCustomizer {

    static final String BEAN = "repeatableIds";

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        RepeatableIds ids = RepeatableIds.at(at).withWorker(worker);
        context.getBeanFactory().registerSingleton(BEAN, ids);
        context.getBeanFactory().addBeanPostProcessor(new EntityManagerFactorySettings(ids));
    }
}
