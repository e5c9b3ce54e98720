package io.github.hibernateidgen.examples.orders;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers bad requests to the API with problem details that name the parameter, its value and the rule. */
@Order(Ordered.HIGHEST_PRECEDENCE) // Before Spring's own handler, whose problem details do not name the field.
@RestControllerAdvice(assignableTypes = OrderApi.class)
class ApiErrors {

    @ExceptionHandler
    ProblemDetail badParameter(BadParameterException e) {
        return badRequest(e.parameter(), e.value(), e.rule());
    }

    /** If several fields are wrong, names the first in a fixed sequence. */
    @ExceptionHandler
    ProblemDetail badField(MethodArgumentNotValidException e) {
        FieldError error = e.getFieldErrors().stream()
                .min((a, b) -> a.getField().compareTo(b.getField()))
                .orElseThrow(() -> new IllegalStateException(e));
        return badRequest(error.getField(), String.valueOf(error.getRejectedValue()), error.getDefaultMessage());
    }

    @ExceptionHandler
    ProblemDetail unreadableBody(HttpMessageNotReadableException e) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST,
                "the body is not readable; give JSON such as"
                        + " {\"customer\": \"Ada\", \"lines\": [{\"product\": \"tea\", \"quantity\": 2}]}");
    }

    private static ProblemDetail badRequest(String parameter, String value, String rule) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, "parameter " + parameter + " [" + value + "]: " + rule);
        problem.setProperty("parameter", parameter);
        problem.setProperty("value", value);
        problem.setProperty("rule", rule);
        return problem;
    }
}
