package io.github.hibernateidgen.examples.kotlin

import io.github.hibernateidgen.Idgen
import org.assertj.core.api.Assertions.assertThat
import org.hibernate.SessionFactory
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc
import org.springframework.http.MediaType
import org.springframework.test.web.servlet.assertj.MockMvcTester
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import java.util.UUID

@SpringBootApplication(proxyBeanMethods = false)
class OrdersApplication

data class ShipmentView(val id: ShipmentId)

data class InvoiceView(val id: InvoiceId?)

/** An id comes in a path, and goes out in JSON. */
@RestController
@RequestMapping("/")
class OrdersApi(private val factory: SessionFactory, private val idgen: Idgen) {

    private fun <T> persisted(entity: T): T {
        factory.inTransaction { it.persist(entity) }
        return entity
    }

    @PostMapping("shipments")
    fun newShipment() = ShipmentView(persisted(Shipment(persisted(Customer("Ada")))).id!!)

    @GetMapping("shipments/{id}")
    fun shipment(@PathVariable id: ShipmentId) =
        ShipmentView(factory.fromTransaction { it.find(Shipment::class.java, id) }.id!!)

    @PostMapping("shipments/read")
    fun read(@RequestBody shipment: ShipmentView) = shipment

    @PostMapping("invoices")
    fun newInvoice() = persisted(Invoice(null))

    /** Nullable, so that the parameter is an InvoiceId on the JVM too. */
    @GetMapping("invoices/{id}")
    fun invoice(@PathVariable id: InvoiceId?) = factory.fromTransaction { it.find(Invoice::class.java, id) }

    @PostMapping("invoices/read")
    fun read(@RequestBody invoice: InvoiceView) = invoice

    @GetMapping("invoices/numbered/{id}")
    fun numbered(@PathVariable id: InvoiceId) = InvoiceView(id)

    @PostMapping("lines")
    fun newLine() = persisted(InvoiceLine())

    @GetMapping("lines/{text}")
    fun line(@PathVariable text: String): InvoiceLine {
        val id = idgen.parse(InvoiceLine::class.java, Long::class.java, text)
        return factory.fromTransaction { it.find(InvoiceLine::class.java, id) }
    }

    @PostMapping("customers")
    fun newCustomer() = persisted(Customer("Ada"))

    @GetMapping("customers/{text}")
    fun customer(@PathVariable text: String): Customer {
        val id = idgen.parse(Customer::class.java, UUID::class.java, text)
        return factory.fromTransaction { it.find(Customer::class.java, id) }
    }
}

/** Ids of Kotlin's data and value classes over HTTP, as docs/frameworks/others.md says. */
@SpringBootTest(properties = ["spring.datasource.generate-unique-name=true", "spring.jpa.open-in-view=false"])
@AutoConfigureMockMvc
class HttpTest {

    @Autowired
    private lateinit var mvc: MockMvcTester

    private fun id(json: String) = Regex("\"id\":\"([^\"]*)\"").find(json)!!.groupValues[1]

    /** Lines and customers have value classes that the JVM has as long and UUID: their controllers take text. */
    @ParameterizedTest
    @ValueSource(strings = ["shipments shp_", "invoices inv_", "lines lin_", "customers cus_"])
    fun `JSON and path agree`(case: String) {
        val (kind, prefix) = case.split(" ")
        val made = mvc.post().uri("/$kind").exchange()
        assertThat(made).hasStatusOk()
        val json = made.response.contentAsString
        assertThat(id(json)).startsWith(prefix).hasSizeGreaterThanOrEqualTo(17)
        assertThat(mvc.get().uri("/$kind/${id(json)}")).hasStatusOk().bodyText().isEqualTo(json)
    }

    @ParameterizedTest
    @ValueSource(strings = ["shipments", "invoices"])
    fun `bodies are read`(kind: String) {
        val json = """{"id":"${id(mvc.post().uri("/$kind").exchange().response.contentAsString)}"}"""
        assertThat(mvc.post().uri("/$kind/read").contentType(MediaType.APPLICATION_JSON).content(json))
            .hasStatusOk().bodyText().isEqualTo(json)
    }

    @ParameterizedTest
    @ValueSource(strings = ["shipments/17", "lines/17", "customers/17"])
    fun `text that is no id is told what was expected`(path: String) {
        assertThat(mvc.get().uri("/$path")).hasStatus(400).bodyText()
            .contains("text [${path.substringAfter("/")}] is no id of")
    }

    /** To Spring it is a long: no converter is asked that could know better. */
    @Test
    fun `value class that is not nullable is a number in a path`() {
        assertThat(mvc.get().uri("/invoices/numbered/inv_0AKYZJ94WBW0M")).hasStatus(400).bodyText().isEmpty()
        assertThat(mvc.get().uri("/invoices/numbered/17")).hasStatusOk()
            .bodyText().isEqualTo("""{"id":"inv_000000000000H"}""")
    }

    /** When its text is refused, Spring reads a long instead, and reports that this failed. */
    @Test
    fun `nullable value class is read, but a number too`() {
        assertThat(mvc.get().uri("/invoices/17")).hasStatusOk().bodyText().isEmpty()
        assertThat(mvc.get().uri("/invoices/inv_17")).hasStatus(400).bodyText().isEmpty()
    }
}
