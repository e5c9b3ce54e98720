package io.github.hibernateidgen.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Ids of classes of their own, and with a prefix, in JSON, with Jackson 3. */
class IdJacksonModuleTest {

    private static final String GUID = "0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5";

    @PublicId(prefix = "par_")
    record ParcelId(long value) {}

    @PublicId
    record PlaceId(UUID value) {}

    record OwnId(Long value) {
        @JsonValue
        String json() {
            return "own" + value;
        }
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        ParcelId id;
    }

    @Entity(name = "Place")
    static class Place {
        @Id
        @CombGuid
        PlaceId id;
    }

    @Entity(name = "Own")
    static class Own {
        @Id
        @SnowflakeId
        OwnId id;
    }

    private static SessionFactory factory;
    private static ObjectMapper mapper;

    @BeforeAll
    static void start() {
        factory = Factories.start(Parcel.class, Place.class, Own.class);
        mapper = JsonMapper.builder()
                .addModule(new IdJacksonModule(Idgen.of(factory).publicIds()))
                .build();
    }

    @AfterAll
    static void end() {
        factory.close();
    }

    record View(ParcelId id, List<PlaceId> places, Map<PlaceId, ParcelId> last) {}

    @Test
    void writesTheTextOfAClassOfIdsAndReadsIt() throws Exception {
        PlaceId place = new PlaceId(UUID.fromString(GUID));
        View view = new View(
                new ParcelId(382770312745709588L), List.of(place), Map.of(place, new ParcelId(Long.MAX_VALUE)));
        String json = mapper.writeValueAsString(view);
        assertThat(json)
                .isEqualTo("{\"id\":\"par_0AKYZJ94WBW0M\",\"places\":[\"" + GUID + "\"],\"last\":{\"" + GUID
                        + "\":\"par_7ZZZZZZZZZZZZ\"}}");
        assertThat(mapper.readValue(json, View.class)).isEqualTo(view);
        assertThat(mapper.readValue("{\"id\":null}", View.class).id()).isNull();
    }

    @Test
    void saysWhatItExpected() {
        for (String json : List.of("{\"id\":\"5\"}", "{\"last\":{\"" + GUID + "\":\"5\"}}")) {
            assertThatThrownBy(() -> mapper.readValue(json, View.class))
                    .isInstanceOf(DatabindException.class)
                    .hasMessageContaining(
                            "text [5] is no id of ParcelId: each id begins with [par_]; give [par_] and 13 characters")
                    .hasCauseInstanceOf(IdTextException.class);
        }
        assertThatThrownBy(() -> mapper.readValue("{\"last\":{\"x\":null}}", View.class))
                .hasMessageContaining("text [x] is no id of PlaceId");
        assertThatThrownBy(() -> mapper.readValue("{\"id\":5}", View.class)).isInstanceOf(DatabindException.class);
        assertThatThrownBy(() -> mapper.readValue("\"5\"", ParcelId.class)).isInstanceOf(DatabindException.class);
    }

    @Test
    void leavesAClassThatKnowsItsJson() throws Exception {
        assertThat(mapper.writeValueAsString(new OwnId(5L))).isEqualTo("\"own5\"");
    }

    /** Sent instead of an entity. */
    record Plain(
            @SnowflakeId @PublicId(prefix = "a_") Long number,

            @SnowflakeId @PublicId(prefix = "b_", form = IdForm.PADDED_DIGITS)
            BigInteger big,

            @CombGuid @PublicId(prefix = "c_") UUID guid,
            @SnowflakeId @PublicId(prefix = "d_") long primitive,
            @SnowflakeId Long without) {}

    static class Bean {
        private Long number;

        @SnowflakeId
        @PublicId(prefix = "a_")
        public Long getNumber() {
            return number;
        }

        public void setNumber(Long number) {
            this.number = number;
        }
    }

    @Test
    void writesThePrefixOfPlainValuesToo() throws Exception {
        Plain plain = new Plain(5L, BigInteger.TEN, UUID.fromString(GUID), 7, 8L);
        String json = mapper.writeValueAsString(plain);
        assertThat(json)
                .isEqualTo("{\"number\":\"a_0000000000005\",\"big\":\"b_0000000000000000010\",\"guid\":\"c_" + GUID
                        + "\",\"primitive\":\"d_0000000000007\",\"without\":8}");
        assertThat(mapper.readValue(json, Plain.class)).isEqualTo(plain);
        Bean bean = mapper.readValue("{\"number\":\"a_0000000000005\"}", Bean.class);
        assertThat(bean.getNumber()).isEqualTo(5);
        assertThat(mapper.writeValueAsString(bean)).isEqualTo("{\"number\":\"a_0000000000005\"}");
        assertThatThrownBy(() -> mapper.readValue("{\"number\":\"5\"}", Bean.class))
                .hasMessageContaining("text [5] is no id of");
    }

    record Listed(
            @SnowflakeId @PublicId(prefix = "a_") List<Long> numbers,
            @SnowflakeId @PublicId(prefix = "a_") Long number) {}

    @Test
    void anErrorNamesTheComponentOfARecord() {
        assertThatThrownBy(() -> mapper.readValue("{\"numbers\":[\"5\"]}", Listed.class))
                .hasMessageContaining("text [5] is no id of numbers: each id begins with [a_]");
        assertThatThrownBy(() -> mapper.readValue("{\"number\":\"5\"}", Listed.class))
                .hasMessageContaining("text [5] is no id of number: each id begins with [a_]");
    }

    record Nested(@PublicId(prefix = "tok_") List<List<UUID>> value) {}

    record Keys(@PublicId(prefix = "tok_") Map<UUID, Long> value) {}

    record Primitives(@PublicId(prefix = "tok_") long[] value) {}

    record Streamed(@PublicId(prefix = "tok_") java.util.stream.Stream<UUID> value) {}

    record Time(@PublicId(prefix = "tok_") java.util.Date value) {}

    /** Better no JSON than the plain values. */
    @Test
    void aTypeWithoutTextIsRejectedByName() {
        UUID guid = UUID.fromString(GUID);
        Map<Object, String> values = Map.of(
                new Nested(List.of(List.of(guid))), "java.util.List",
                new Keys(Map.of(guid, 5L)), "java.util.Map",
                new Primitives(new long[] {5}), "long[]",
                new Streamed(java.util.stream.Stream.of(guid)), "java.util.stream.Stream",
                new Time(new java.util.Date()), "java.util.Date");
        values.forEach((value, type) -> {
            assertThatThrownBy(() -> mapper.writeValueAsString(value))
                    .hasMessageContaining("[value] is of " + type + ", but @PublicId gives a text to");
            assertThatThrownBy(() -> mapper.readValue("{\"value\":\"tok_" + GUID + "\"}", value.getClass()))
                    .hasMessageContaining("[value] is of " + type + ", but @PublicId gives a text to");
        });
    }

    record Shapes(
            @PublicId(prefix = "tok_") UUID[] array,
            @PublicId(prefix = "tok_") Map<String, UUID> map) {}

    @Test
    void theContentOfArraysAndMapsIsText() throws Exception {
        UUID guid = UUID.fromString(GUID);
        String json = mapper.writeValueAsString(new Shapes(new UUID[] {guid}, Map.of("a", guid)));
        assertThat(json).isEqualTo("{\"array\":[\"tok_" + GUID + "\"],\"map\":{\"a\":\"tok_" + GUID + "\"}}");
        Shapes read = mapper.readValue(json, Shapes.class);
        assertThat(read.array()).containsExactly(guid);
        assertThat(read.map()).containsEntry("a", guid);
    }
}
