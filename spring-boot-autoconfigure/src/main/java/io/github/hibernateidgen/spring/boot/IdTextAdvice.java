package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdTextException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers text that is no id with 400 and a problem detail that says what was expected, in a path, a parameter or a body. The
 * application's own handlers go first; Spring Boot's, which would not say what was expected, does not.
 */
@RestControllerAdvice
final class IdTextAdvice implements Ordered {

    private static final String SPRING_BOOTS = "problemDetailsExceptionHandler";
    private static final int BEFORE_SPRING_BOOTS = -1;

    private final ListableBeanFactory beans;

    IdTextAdvice(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @ExceptionHandler
    ProblemDetail refused(IdTextException refusal) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(refusal.getMessage()));
    }

    @Override
    public int getOrder() {
        return beans.containsBean(SPRING_BOOTS) ? BEFORE_SPRING_BOOTS : LOWEST_PRECEDENCE;
    }
}
