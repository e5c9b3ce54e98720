package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.IdTextException;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Answers text that is no id with status 400 and what was expected, in plain text. */
final class BadIdText {

    private BadIdText() {}

    static BadRequestException answer(IdTextException refusal) {
        Response response = Response.status(Response.Status.BAD_REQUEST)
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"))
                .entity(String.valueOf(refusal.getMessage()))
                .build();
        return new BadRequestException(response, refusal);
    }
}
