package io.github.hibernateidgen.examples.kotlin

import io.github.hibernateidgen.CombGuid
import io.github.hibernateidgen.SnowflakeId
import io.github.hibernateidgen.text.PublicId
import jakarta.persistence.Entity
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.ManyToOne
import java.util.UUID

/** A typed id, as a record is in Java. */
@PublicId(prefix = "shp_")
data class ShipmentId(val value: Long)

/** Over a primitive: nullable, it is a class of its own on the JVM too. */
@PublicId(prefix = "inv_")
@JvmInline
value class InvoiceId(val value: Long)

/** Over an object: on the JVM a field of this type is a UUID. */
@JvmInline
value class CustomerId(val value: UUID)

@Entity
class Customer(
    var name: String,
    @Id @CombGuid @field:PublicId(prefix = "cus_")
    var id: CustomerId? = null,
)

@Entity
class Shipment(
    @ManyToOne(fetch = FetchType.LAZY)
    var customer: Customer,
    @Id @SnowflakeId
    var id: ShipmentId? = null,
)

@Entity
class Invoice(
    var shipment: ShipmentId?,
    @Id @SnowflakeId
    var id: InvoiceId? = null,
)

/** Not nullable: on the JVM a long, of which 0 counts as unset. */
@Entity
class InvoiceLine {
    @Id
    @SnowflakeId
    @PublicId(prefix = "lin_")
    var id: InvoiceId = InvoiceId(0)
}
