package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Saves and finds tags over HTTP. No code here converts their typed ids to text or from text. */
@Path("/")
public class TagResource {

    @Inject
    EntityManager entities;

    /** A body with ids of many kinds, which is not an entity. */
    public record View(
            TagId tag,
            List<TagId> tags,
            Map<TagId, Integer> counts,
            SealedTagId sealed,
            @SnowflakeId @PublicId(prefix = "inv_") Long invoice,
            @SnowflakeId @PublicId(prefix = "inv_") List<Long> invoices,

            @SnowflakeId @PublicId(prefix = "note_", sealed = true)
            Long note,

            @CombGuid @PublicId(prefix = "stg_", sealed = true)
            UUID plainSealed) {}

    /** A record that has the form of a typed id, but is the id of no entity. */
    public record Page(int number) {
        public static Page fromString(String text) {
            return new Page(Integer.parseInt(text));
        }
    }

    @POST
    @Path("tags")
    @Transactional
    public Tag save() {
        Tag tag = new Tag();
        entities.persist(tag);
        return tag;
    }

    @POST
    @Path("sealed-tags")
    @Transactional
    public SealedTag saveSealed() {
        SealedTag tag = new SealedTag();
        entities.persist(tag);
        return tag;
    }

    @GET
    @Path("tags/{id}")
    public Tag tag(@PathParam("id") TagId id) {
        return entities.find(Tag.class, id);
    }

    @GET
    @Path("sealed-tags/{id}")
    public SealedTag sealedTag(@PathParam("id") SealedTagId id) {
        return entities.find(SealedTag.class, id);
    }

    @GET
    @Path("tags")
    public List<Tag> tags(
            @QueryParam("id") List<TagId> ids, @HeaderParam("first") TagId first, @QueryParam("page") Page page) {
        return ids.stream()
                .filter(id -> page == null && !id.equals(first))
                .map(id -> entities.find(Tag.class, id))
                .toList();
    }

    @POST
    @Path("views")
    public View echo(View view) {
        return view;
    }
}
