package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.spring.boot.shop.OrderId;
import io.github.hibernateidgen.spring.boot.shop.ShopApi.NewOrder;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.converter.ResolvedSchema;
import io.swagger.v3.oas.models.media.Schema;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** What springdoc shows of ids: it asks the converters that are beans. Of the same application as {@link IdTextHttpTest}. */
@SpringBootTest(
        classes = ShopApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "server.address=127.0.0.1",
            "idgen.worker.id=5",
            "spring.jpa.open-in-view=true"
        })
class IdSchemasTest {

    @Autowired
    private IdSchemas schemas;

    @Test
    void areStrings() {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(schemas);
        Schema<?> id = converters.resolveAsResolvedSchema(new AnnotatedType(OrderId.class)).schema;
        assertThat(id.getDescription())
                .isEqualTo("[ord_] and 13 characters of Crockford's Base32, the first at most 7");
        assertThat(isString(id)).isTrue();
        ResolvedSchema order = converters.resolveAsResolvedSchema(new AnnotatedType(NewOrder.class));
        assertThat(order.schema.getProperties())
                .hasSize(2)
                .allSatisfy((name, property) ->
                        assertThat(isString((Schema<?>) property)).isTrue());
        assertThat(order.referencedSchemas).containsOnlyKeys("NewOrder");
    }

    private static boolean isString(Schema<?> schema) {
        return "string".equals(schema.getType())
                || (schema.getTypes() != null && schema.getTypes().contains("string"));
    }
}
