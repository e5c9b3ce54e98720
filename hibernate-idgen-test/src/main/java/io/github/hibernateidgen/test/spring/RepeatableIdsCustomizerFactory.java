package io.github.hibernateidgen.test.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Looks for {@link WithRepeatableIds} on a test class, its superclasses and its enclosing classes. Spring creates this
 * factory.
 */
final class RepeatableIdsCustomizerFactory implements ContextCustomizerFactory {

    RepeatableIdsCustomizerFactory() {}

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        WithRepeatableIds annotation =
                TestContextAnnotationUtils.findMergedAnnotation(testClass, WithRepeatableIds.class);
        return annotation == null ? null : new RepeatableIdsCustomizer(annotation.at(), annotation.worker());
    }
}
