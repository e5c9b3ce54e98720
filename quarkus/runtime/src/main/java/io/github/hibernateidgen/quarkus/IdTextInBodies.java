package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.text.IdTextException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;

/**
 * Answers with status 400 and the expected form if the body of a request contains text that is not an id. Quarkus
 * REST's own answer to invalid JSON has no body.
 */
@Singleton
public class IdTextInBodies implements ReaderInterceptor {

    /** Called by Quarkus. */
    public IdTextInBodies() {}

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext body) throws IOException {
        try {
            return body.proceed();
        } catch (WebApplicationException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IdTextException rejection) {
                    throw badRequest(rejection);
                }
            }
            throw e;
        }
    }

    /** Returns the answer to text that is not an id: status 400 and the expected form as plain text. */
    static BadRequestException badRequest(IdTextException rejection) {
        Response response = Response.status(Response.Status.BAD_REQUEST)
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"))
                .entity(String.valueOf(rejection.getMessage()))
                .build();
        return new BadRequestException(response, rejection);
    }
}
