package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class SealedApi {

    private final EntityManager entities;
    private final Idgen idgen;

    SealedApi(EntityManager entities, Idgen idgen) {
        this.entities = entities;
        this.idgen = idgen;
    }

    /** What is sent instead of entities: typed and plain, alone and in collections. */
    public record Visit(
            TicketId ticket,
            List<TicketId> tickets,
            Map<TicketId, String> seats,

            @SnowflakeId @PublicId(prefix = "tic_", sealed = true)
            Long number,

            @SnowflakeId @PublicId(prefix = "tic_", sealed = true)
            List<Long> numbers,

            @CombGuid @PublicId(prefix = "gue_", sealed = true)
            UUID guest,

            @CombGuid @PublicId(prefix = "gue_", sealed = true, form = IdForm.UUID)
            String guestText,

            @SegmentId @PublicId(prefix = "bil_", sealed = true, form = IdForm.DIGITS)
            long bill) {}

    /** Of which no entity is. */
    public record Stray(
            @SnowflakeId @PublicId(prefix = "str_", sealed = true)
            Long id) {}

    @PostMapping("/tickets")
    @Transactional
    public Ticket newTicket() {
        Ticket ticket = new Ticket();
        entities.persist(ticket);
        return ticket;
    }

    @PostMapping("/guests")
    @Transactional
    public Guest newGuest() {
        Guest guest = new Guest();
        entities.persist(guest);
        return guest;
    }

    @PostMapping("/bills")
    @Transactional
    public Bill newBill() {
        Bill bill = new Bill();
        entities.persist(bill);
        return bill;
    }

    @GetMapping("/tickets/{id}")
    public Ticket ticket(@PathVariable("id") TicketId id) {
        return entities.find(Ticket.class, id);
    }

    @GetMapping("/tickets")
    public List<Ticket> tickets(@RequestParam("id") List<TicketId> ids) {
        return ids.stream().map(id -> entities.find(Ticket.class, id)).toList();
    }

    @GetMapping("/bills/{text}")
    public Bill bill(@PathVariable("text") String text) {
        return entities.find(Bill.class, idgen.parse(Bill.class, Long.class, text));
    }

    @PostMapping("/visits")
    public Visit visit(@RequestBody Visit visit) {
        return visit;
    }

    @GetMapping("/plain-visits")
    public Map<String, String> plain(@RequestParam("ticket") TicketId ticket) {
        return Map.of("inside", Long.toString(ticket.value()));
    }

    @GetMapping("/strays")
    public Stray stray() {
        return new Stray(5L);
    }
}
