package io.github.hibernateidgen.examples.micronaut;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.text.IdTextException;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Error;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Optional;

/** Tickets over HTTP. */
@Controller("/tickets")
@ExecuteOn(TaskExecutors.BLOCKING)
public class TicketController {

    private final TicketRepository tickets;
    private final Idgen idgen;

    TicketController(TicketRepository tickets, Idgen idgen) {
        this.tickets = tickets;
        this.idgen = idgen;
    }

    @Post
    Ticket save() {
        return tickets.save(new Ticket());
    }

    @Get("/{id}")
    Optional<Ticket> find(String id) {
        return tickets.findById(idgen.parse(Ticket.class, Long.class, id));
    }

    @Error
    HttpResponse<String> refused(IdTextException refusal) {
        return HttpResponse.badRequest(refusal.getMessage());
    }
}
