package io.github.hibernateidgen.examples.kotlin

import io.github.hibernateidgen.CombGuid
import io.github.hibernateidgen.SegmentId
import io.github.hibernateidgen.SnowflakeId
import jakarta.persistence.Column
import jakarta.persistence.Entity
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.ManyToOne
import java.util.UUID

/** The usual way: a class, whose id is null until it is persisted. */
@Entity
class PurchaseOrder(
    var customer: String,
    @Id @SnowflakeId
    var id: Long? = null,
)

/** A property outside of the constructor. 0 counts as unset. */
@Entity
class OrderLine(
    @ManyToOne(fetch = FetchType.LAZY)
    var order: PurchaseOrder,
) {
    @Id
    @SnowflakeId
    var id: Long = 0
}

/** A data class that never changes: Hibernate fills the field behind the property. */
@Entity
data class Receipt(
    val text: String,
    @Id @CombGuid
    val id: UUID? = null,
)

/** With the use-site target, which is allowed and changes nothing. */
@Entity
class Parcel(
    @field:Id @field:SnowflakeId @field:Column(length = 13)
    var id: String? = null,
)

/** Access through getters. */
@Entity
class Ticket(
    @get:Id @get:SegmentId
    var id: Int? = null,
)

/** Wrong: an id that is there from the start is taken for that of a row. */
@Entity
class Badge(
    @Id @CombGuid
    var id: UUID = UUID.randomUUID(),
)
