package io.github.hibernateidgen.spring.boot.documented;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.PublicId;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** With values of all kinds. */
@Entity
public class Account {

    @Id
    @SnowflakeId
    private AccountId id;

    @SnowflakeId
    @PublicId(prefix = "inv_")
    private Long invoice;

    @SnowflakeId
    @Schema(description = "As the paper has it", accessMode = Schema.AccessMode.READ_ONLY)
    private Long number;

    @CombGuid
    private UUID guid;

    @CombGuid
    @PublicId(prefix = "key_", form = IdForm.TYPE_ID)
    private UUID ticket;

    @SnowflakeId
    private BatchId batch;

    @CombGuid
    @PublicId(prefix = "own_", sealed = true)
    private UUID owner;

    private long amount = 3;

    public AccountId getId() {
        return id;
    }

    public Long getInvoice() {
        return invoice;
    }

    public Long getNumber() {
        return number;
    }

    public UUID getGuid() {
        return guid;
    }

    public UUID getTicket() {
        return ticket;
    }

    public BatchId getBatch() {
        return batch;
    }

    public UUID getOwner() {
        return owner;
    }

    public long getAmount() {
        return amount;
    }
}
