package io.github.hibernateidgen.spring.boot.documented;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class AccountApi {

    private final EntityManager entities;

    AccountApi(EntityManager entities) {
        this.entities = entities;
    }

    /** Sent instead of the entity. */
    public record View(
            AccountId id,
            List<AccountId> others,
            Map<AccountId, BatchId> batches,
            @SnowflakeId @PublicId(prefix = "inv_") Long invoice,
            @SnowflakeId @PublicId(prefix = "inv_") Set<Long> invoices,
            @SnowflakeId long number,
            @SnowflakeId List<Long> numbers,

            @SnowflakeId @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            Long counted,

            @SegmentId @PublicId(prefix = "seg-") int position,
            @SegmentId Long plain,

            @CombGuid @PublicId(prefix = "own_", sealed = true)
            List<UUID> owners,

            Shapes shapes,
            Code code,
            long amount) {}

    /** Containers of ids in all shapes that JSON has. */
    public record Shapes(
            @PublicId(prefix = "own_", sealed = true) Optional<UUID> owner,
            @PublicId(prefix = "own_", sealed = true) UUID[] array,
            @PublicId(prefix = "own_", sealed = true) Map<String, UUID> map,
            @PublicId(prefix = "own_", sealed = true) Map<AccountId, UUID> mapOfIds,
            @PublicId(prefix = "inv_") Optional<Long> invoice,
            @PublicId(prefix = "inv_") Long[] invoices,
            @PublicId(prefix = "inv_") Collection<Long> collection,
            @SnowflakeId Optional<Long> number) {}

    /** Written as its application says. */
    public record Code(@JsonValue int value) {}

    @PostMapping("/accounts")
    @Transactional
    public Account open() {
        Account account = new Account();
        entities.persist(account);
        return account;
    }

    @GetMapping("/accounts/{id}")
    public Account account(@PathVariable("id") AccountId id) {
        return entities.find(Account.class, id);
    }

    @GetMapping("/accounts")
    public List<Account> accounts(
            @RequestParam("ids") List<AccountId> ids, @RequestParam(name = "batch", required = false) BatchId batch) {
        return ids.stream().map(id -> entities.find(Account.class, id)).toList();
    }

    @GetMapping("/views/{id}")
    public View view(@PathVariable("id") AccountId id) {
        Account account = entities.find(Account.class, id);
        return new View(
                id,
                List.of(id),
                Map.of(id, account.getBatch()),
                account.getInvoice(),
                Set.of(account.getInvoice()),
                account.getNumber(),
                List.of(account.getNumber()),
                account.getNumber(),
                7,
                8L,
                List.of(account.getOwner()),
                new Shapes(
                        Optional.of(account.getOwner()),
                        new UUID[] {account.getOwner()},
                        Map.of("first", account.getOwner()),
                        Map.of(id, account.getOwner()),
                        Optional.of(account.getInvoice()),
                        new Long[] {account.getInvoice()},
                        List.of(account.getInvoice()),
                        Optional.of(account.getNumber())),
                new Code(5),
                3);
    }

    @PostMapping("/views")
    public View echo(@RequestBody View view) {
        return view;
    }
}
