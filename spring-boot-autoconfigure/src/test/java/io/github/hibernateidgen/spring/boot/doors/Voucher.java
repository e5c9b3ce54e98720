package io.github.hibernateidgen.spring.boot.doors;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.springframework.data.jpa.repository.JpaRepository;

/** With a sealed id, which each door shows. */
@Entity
public class Voucher {

    @Id
    @SnowflakeId
    private VoucherId id;

    private VoucherId replaced;

    private String note;

    @ManyToOne
    private Voucher first;

    public VoucherId getId() {
        return id;
    }

    public VoucherId getReplaced() {
        return replaced;
    }

    public void setReplaced(VoucherId replaced) {
        this.replaced = replaced;
    }

    public String getNote() {
        return note;
    }

    public void setNote(String note) {
        this.note = note;
    }

    public Voucher getFirst() {
        return first;
    }

    public void setFirst(Voucher first) {
        this.first = first;
    }

    public interface Repository extends JpaRepository<Voucher, VoucherId> {}
}
