package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.text.IdTextException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers with status 400 if a path, a parameter or a body has a text that is not an id. The problem detail names the
 * expected form. The application's own handlers go before this advice. Spring Boot's handler for problem details does not
 * name the expected form. If that handler exists, this advice gets the order -1 to go before it, and an advice of the
 * application needs a lower order to go first.
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
    ProblemDetail badRequest(IdTextException rejection) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(rejection.getMessage()));
    }

    @Override
    public int getOrder() {
        return beans.containsBean(SPRING_BOOTS) ? BEFORE_SPRING_BOOTS : LOWEST_PRECEDENCE;
    }
}
