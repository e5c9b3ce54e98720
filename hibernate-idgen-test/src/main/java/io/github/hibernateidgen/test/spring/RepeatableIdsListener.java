package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Begins anew before each test of a context that has repeatable ids. Spring makes it. */
final class RepeatableIdsListener extends AbstractTestExecutionListener {

    /** Before that of the test's transaction, whose order is 4000, and that of @Sql. */
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
