package io.github.hibernateidgen.examples.micronaut;

import io.micronaut.data.annotation.Repository;
import io.micronaut.data.repository.CrudRepository;

/** Tickets by their ids. */
@Repository
public interface TicketRepository extends CrudRepository<Ticket, Long> {}
