package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Restarts the repeatable ids of a context before each test. Spring creates this listener. */
final class RepeatableIdsListener extends AbstractTestExecutionListener {

    /** Runs before Spring's listener for the test's transaction, which has the order 4000, and before the listener for @Sql. */
    private static final int ORDER = 3_500;

    RepeatableIdsListener() {}

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void beforeTestMethod(TestContext test) {
        if (TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), WithRepeatableIds.class)) {
            ApplicationContext context = test.getApplicationContext();
            context.getBean(RepeatableIdsCustomizer.BEAN, RepeatableIds.class).restart();
        }
    }
}
