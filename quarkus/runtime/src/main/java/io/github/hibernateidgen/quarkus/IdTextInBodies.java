package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.IdTextException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;

/** Has Quarkus REST say what was expected where a body has text that is no id: its own answer to all bad JSON is empty. */
@Singleton
public class IdTextInBodies implements ReaderInterceptor {

    /** For Quarkus. */
    public IdTextInBodies() {}

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext body) throws IOException {
        try {
            return body.proceed();
        } catch (WebApplicationException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IdTextException refusal) {
                    throw badRequest(refusal);
                }
            }
            throw e;
        }
    }

    /** Answers text that is no id with status 400 and what was expected, in plain text. */
    static BadRequestException badRequest(IdTextException refusal) {
        Response response = Response.status(Response.Status.BAD_REQUEST)
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"))
                .entity(String.valueOf(refusal.getMessage()))
                .build();
        return new BadRequestException(response, refusal);
    }
}
