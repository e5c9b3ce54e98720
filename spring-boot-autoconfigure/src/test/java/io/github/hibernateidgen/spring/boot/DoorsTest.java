package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.hateoas.server.mvc.WebMvcLinkBuilder.linkTo;
import static org.springframework.hateoas.server.mvc.WebMvcLinkBuilder.methodOn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.spring.boot.doors.DoorTable;
import io.github.hibernateidgen.spring.boot.doors.DoorsApi;
import io.github.hibernateidgen.spring.boot.doors.DoorsApplication;
import io.github.hibernateidgen.spring.boot.doors.Voucher;
import io.github.hibernateidgen.spring.boot.doors.VoucherId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** What each door of an application writes of a sealed id, against the table in docs/typed-ids.md. */
@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(
        classes = {DoorsApplication.class, DoorsTest.Templates.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "server.address=127.0.0.1",
            "idgen.worker.id=5",
            "idgen.seal.keys=a:QkJCQkJCQkJCQkJCQkJCQg==",
            "spring.jpa.open-in-view=true",
            "spring.data.rest.base-path=/rest",
            "spring.graphql.schema.locations=classpath:doors/",
            "management.endpoints.web.exposure.include=idgen,metrics",
            "management.health.redis.enabled=false",
            // Without the classes that a system property of Surefire excludes for Spring Data REST.
            "spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.thymeleaf.ThymeleafAutoConfiguration"
        })
class DoorsTest {

    @TestConfiguration(proxyBeanMethods = false)
    static class Templates {

        @Bean
        ThymeleafViewResolver thymeleafViewResolver() {
            ClassLoaderTemplateResolver templates = new ClassLoaderTemplateResolver();
            templates.setPrefix("templates/");
            templates.setSuffix(".html");
            SpringTemplateEngine engine = new SpringTemplateEngine();
            engine.setTemplateResolver(templates);
            ThymeleafViewResolver resolver = new ThymeleafViewResolver();
            resolver.setTemplateEngine(engine);
            resolver.setOrder(Ordered.LOWEST_PRECEDENCE - 5);
            return resolver;
        }
    }

    interface Remote {
        @PostExchange("/vouchers/{id}")
        String send(@PathVariable("id") VoucherId id, @RequestBody DoorsApi.Held held);
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    @Autowired
    private Voucher.Repository vouchers;

    @Autowired
    private Idgen idgen;

    @Autowired
    private IdJackson2Module jackson2;

    @Autowired
    private IdJacksonModule jackson3;

    @Autowired
    private RestClient.Builder clients;

    @Autowired
    @Qualifier("mvcConversionService")
    private ConversionService conversions;

    @Value("${local.server.port}")
    private int port;

    private Voucher voucher;
    private VoucherId id;
    private String text;

    @BeforeEach
    void save() {
        vouchers.deleteAll();
        voucher = vouchers.save(new Voucher());
        id = voucher.getId();
        text = idgen.text(id);
    }

    @Test
    void eachDoorWritesTheFormOfTheTable(CapturedOutput output) throws Exception {
        Map<String, Callable<String>> doors = new LinkedHashMap<>();
        doors.put("Spring MVC: JSON", () -> get("/vouchers/" + text, 200));
        doors.put("Spring MVC: keys of maps", () -> get("/keys/" + text, 200));
        doors.put(
                "Jackson 2 with `IdJackson2Module`",
                () -> new ObjectMapper().registerModule(jackson2).writeValueAsString(new DoorsApi.Held(id)));
        doors.put(
                "Jackson 3 with `IdJacksonModule`",
                () -> tools.jackson.databind.json.JsonMapper.builder()
                        .addModule(jackson3)
                        .build()
                        .writeValueAsString(new DoorsApi.Held(id)));
        doors.put("a mapper without the module, Gson, JSON-B", () -> mapper.writeValueAsString(new DoorsApi.Held(id)));
        doors.put("GraphQL: `ID`", () -> graphQl("{ vouchers { id others } }"));
        doors.put("GraphQL: `String`", () -> graphQl("{ vouchers { name } }"));
        doors.put(
                "Spring Data REST: `href`, `Location`",
                () -> get("/rest/vouchers", 200)
                        + send("/rest/vouchers", "{}", 201)
                                .headers()
                                .firstValue("Location")
                                .orElseThrow());
        doors.put("HATEOAS: `linkTo(methodOn(…))` in a request", () -> get("/links/" + text, 200));
        doors.put(
                "HATEOAS: `slash(id)`",
                () -> linkTo(DoorsApi.class).slash(id).toUri().toString());
        doors.put(
                "HATEOAS: `linkTo(methodOn(…))` outside a request",
                () -> linkTo(methodOn(DoorsApi.class).voucher(id)).toUri().toString());
        doors.put(
                "`RestClient` of Spring Boot: body", () -> sent(clients.clone()).body());
        doors.put(
                "`RestClient.create()`: body", () -> sent(RestClient.builder()).body());
        doors.put(
                "`RestClient`, `WebClient`: `uri(\"/o/{id}\", id)`",
                () -> sent(clients.clone()).uri().toString());
        doors.put("`@HttpExchange` with `conversionService(…)`", () -> {
            Sent sent = exchanged(true);
            return sent.uri() + sent.body();
        });
        doors.put("templates: `${{id}}`", () -> get("/pages/" + text, 200).replaceAll("<i>.*", ""));
        doors.put("templates: `${id}`", () -> get("/pages/" + text, 200).replaceAll("<b>.*</b>", ""));
        doors.put("logs, `toString()`, `\"redirect:/o/\" + id`", () -> {
            LoggerFactory.getLogger(DoorsTest.class).warn("voucher {}", id);
            return output.getOut()
                            .lines()
                            .filter(line -> line.contains("voucher " + id))
                            .findFirst()
                            .orElse("")
                    + send("/joined/" + text).headers().firstValue("Location").orElseThrow();
        });
        doors.put("actuator: `idgen/{id}`, for operators", () -> get("/actuator/idgen/" + text, 200));
        doors.put("actuator: metrics", () -> get("/actuator/metrics/http.server.requests", 200));

        Map<String, String> table = DoorTable.rows(row -> !row.contains("WebFlux"));
        assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(doors.keySet());
        for (Map.Entry<String, Callable<String>> door : doors.entrySet()) {
            DoorTable.requireForm(
                    door.getKey(), table.get(door.getKey()), door.getValue().call(), id, text);
        }
    }

    @Test
    void idsAreReadAtEachDoor() throws Exception {
        assertThat(get("/parameters?id=" + text, 200)).contains(text);
        assertThat(send("/bodies", "{\"id\":\"" + text + "\"}", 200).body()).contains(text);
        assertThat(graphQl("{ voucher(id: \"" + text + "\") { id } }")).contains(text);
        assertThat(graphQl("{ held(voucher: {id: \"" + text + "\"}) }")).contains(text);
        assertThat(graphQl("{ voucher(id: \"" + text + "\") { replaced } }")).contains("null");
        assertThat(get("/rest/vouchers/" + text, 200)).contains(text);
        HttpResponse<String> created = send(
                "/rest/vouchers", "{\"first\":\"/rest/vouchers/" + text + "\",\"replaced\":\"" + text + "\"}", 201);
        String location = created.headers().firstValue("Location").orElseThrow();
        Voucher second = vouchers.findById(idgen.parse(VoucherId.class, location.replaceAll(".*/", "")))
                .orElseThrow();
        assertThat(second.getFirst().getId()).isEqualTo(id);
        assertThat(second.getReplaced()).isEqualTo(id);
    }

    @Test
    void otherTextIsRejectedAtEachDoor() throws Exception {
        for (String wrong : new String[] {"17", Long.toString(id.value()), "gue_" + text.substring(4)}) {
            for (String path : new String[] {"/vouchers/", "/parameters?id=", "/rest/vouchers/"}) {
                assertThat(mapper.readTree(get(path + wrong, 400))
                                .path("detail")
                                .asText())
                        .startsWith("text [" + wrong + "] is no id of VoucherId");
            }
            for (String query : new String[] {"voucher(id: \"%s\") { id }", "held(voucher: {id: \"%s\"})"}) {
                JsonNode answer = mapper.readTree(graphQl("{ " + query.formatted(wrong) + " }"));
                assertThat(answer.path("errors")).hasSize(1);
            }
        }
    }

    @Test
    void anHttpExchangeWithoutTheConversionServiceThrows() {
        assertThatThrownBy(() -> exchanged(false)).isInstanceOf(ConverterNotFoundException.class);
    }

    private record Sent(URI uri, String body) {}

    private Sent sent(RestClient.Builder builder) {
        AtomicReference<Sent> sent = new AtomicReference<>();
        recording(builder, sent)
                .build()
                .post()
                .uri("http://localhost/o/{id}?also={also}", id, id)
                .header("Content-Type", "application/json")
                .body(new DoorsApi.Held(id))
                .retrieve()
                .toBodilessEntity();
        return sent.get();
    }

    private Sent exchanged(boolean withConversions) {
        AtomicReference<Sent> sent = new AtomicReference<>();
        RestClient client =
                recording(clients.clone().baseUrl("http://localhost"), sent).build();
        HttpServiceProxyFactory.Builder remote = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client));
        if (withConversions) {
            remote.conversionService(conversions);
        }
        remote.build().createClient(Remote.class).send(id, new DoorsApi.Held(id));
        return sent.get();
    }

    private static RestClient.Builder recording(RestClient.Builder builder, AtomicReference<Sent> sent) {
        return builder.requestInterceptor((request, body, execution) -> {
            sent.set(new Sent(request.getURI(), new String(body, StandardCharsets.UTF_8)));
            return new MockClientHttpResponse(new byte[0], HttpStatus.OK);
        });
    }

    private String graphQl(String query) throws Exception {
        return send("/graphql", mapper.writeValueAsString(Map.of("query", query)), 200)
                .body();
    }

    private String get(String path, int status) throws Exception {
        HttpResponse<String> answer = send(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    private HttpResponse<String> send(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String path, String body, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer;
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
