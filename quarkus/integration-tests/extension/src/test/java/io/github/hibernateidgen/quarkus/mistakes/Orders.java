package io.github.hibernateidgen.quarkus.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.inject.Inject;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** Saves and finds orders over HTTP, with their ids, references and lists. */
@Path("orders")
public class Orders {

    @Entity(name = "Buyer")
    public static class Buyer {
        @Id
        @SnowflakeId
        public Long id;
    }

    @Entity(name = "PurchaseOrder")
    public static class PurchaseOrder {
        @Id
        @SnowflakeId
        public Long id;

        @ManyToOne(cascade = CascadeType.PERSIST)
        @JsonIncludeProperties("id")
        public Buyer buyer;

        @ManyToMany(cascade = CascadeType.PERSIST)
        @JsonIncludeProperties("id")
        public List<Buyer> guests;

        @ManyToOne(cascade = CascadeType.PERSIST)
        @JsonIncludeProperties("id")
        public FirstMistakesTest.Parcel parcel;
    }

    /** An order as a browser sends it. */
    public record View(
            @SnowflakeId Long id, @SnowflakeId Long buyerId, List<Guest> guests, FirstMistakesTest.ParcelId parcel) {
        public record Guest(@SnowflakeId Long id) {}
    }

    @Inject
    EntityManager entities;

    @POST
    @Transactional
    public PurchaseOrder save() {
        PurchaseOrder order = new PurchaseOrder();
        order.buyer = new Buyer();
        order.guests = List.of(new Buyer(), new Buyer());
        order.parcel = new FirstMistakesTest.Parcel();
        entities.persist(order);
        return order;
    }

    @GET
    @Path("{id}")
    @Transactional
    public PurchaseOrder find(@PathParam("id") Long id) {
        PurchaseOrder order = entities.find(PurchaseOrder.class, id);
        order.guests.size(); // It is read now, because JSON is written after the transaction.
        return order;
    }

    /** Finds an order by its id, and all else by its own. */
    @POST
    @Path("find")
    @Transactional
    public PurchaseOrder find(View view) {
        PurchaseOrder order = find(view.id());
        boolean isSame = order.buyer == entities.find(Buyer.class, view.buyerId())
                && order.parcel == entities.find(FirstMistakesTest.Parcel.class, view.parcel())
                && order.guests.stream()
                        .map(guest -> guest.id)
                        .toList()
                        .equals(view.guests().stream().map(View.Guest::id).toList());
        if (!isSame) {
            throw new NotFoundException();
        }
        return order;
    }

    static String send(URI root, String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(root + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}
