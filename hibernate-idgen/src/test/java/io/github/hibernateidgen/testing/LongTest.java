package io.github.hibernateidgen.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Takes 10 s to minutes: left out, and named, unless the build is told {@code -Plong-tests}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LongTest.Condition.class)
public @interface LongTest {

    boolean RUN = Boolean.getBoolean("idgen.test.long");

    /** Prints what is left out, since Surefire only counts it. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (RUN) {
                return ConditionEvaluationResult.enabled("-Plong-tests");
            }
            String reason = "takes long; -Plong-tests runs it";
            String method = context.getTestMethod().map(m -> "." + m.getName()).orElse("");
            System.out.println(
                    "Left out: " + context.getRequiredTestClass().getSimpleName() + method + " (" + reason + ")");
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
