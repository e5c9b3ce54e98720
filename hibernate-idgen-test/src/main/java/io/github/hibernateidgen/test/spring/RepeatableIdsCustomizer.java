package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Gives a context its ids. Equal ones share a context in Spring's cache, and so the ids.
 *
 * @param at where the clock stands
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
