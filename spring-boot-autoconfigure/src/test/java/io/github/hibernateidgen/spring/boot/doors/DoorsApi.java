package io.github.hibernateidgen.spring.boot.doors;

import java.util.Map;
import org.springframework.data.rest.webmvc.support.RepositoryEntityLinks;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.hateoas.server.mvc.WebMvcLinkBuilder;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** The controller of all doors. */
@Controller
public class DoorsApi {

    private final Voucher.Repository vouchers;
    private final RepositoryEntityLinks links;

    DoorsApi(Voucher.Repository vouchers, RepositoryEntityLinks links) {
        this.vouchers = vouchers;
        this.links = links;
    }

    public record Held(VoucherId id) {}

    @GetMapping("/vouchers/{id}")
    @ResponseBody
    public Voucher voucher(@PathVariable("id") VoucherId id) {
        return vouchers.findById(id).orElseThrow();
    }

    @GetMapping("/parameters")
    @ResponseBody
    public Voucher parameter(@RequestParam("id") VoucherId id) {
        return voucher(id);
    }

    @PostMapping("/bodies")
    @ResponseBody
    public Held body(@RequestBody Held held) {
        return held;
    }

    @GetMapping("/keys/{id}")
    @ResponseBody
    public Map<VoucherId, Integer> key(@PathVariable("id") VoucherId id) {
        return Map.of(id, 1);
    }

    @GetMapping("/joined/{id}")
    public ResponseEntity<Void> joined(@PathVariable("id") VoucherId id) {
        return ResponseEntity.status(302).header("Location", "/vouchers/" + id).build();
    }

    @GetMapping("/links/{id}")
    @ResponseBody
    public Map<String, String> links(@PathVariable("id") VoucherId id) {
        return Map.of(
                "method",
                        WebMvcLinkBuilder.linkTo(WebMvcLinkBuilder.methodOn(DoorsApi.class)
                                        .voucher(id))
                                .toUri()
                                .getPath(),
                "entity", links.linkToItemResource(Voucher.class, id).getHref());
    }

    @GetMapping("/pages/{id}")
    public String page(@PathVariable("id") VoucherId id, Model model) {
        model.addAttribute("voucher", id);
        return "doors";
    }

    @QueryMapping("voucher")
    public Voucher queried(@Argument("id") VoucherId id) {
        return voucher(id);
    }

    @QueryMapping("vouchers")
    public Iterable<Voucher> all() {
        return vouchers.findAll();
    }

    @QueryMapping
    public VoucherId held(@Argument("voucher") Held held) {
        return held.id();
    }

    @SchemaMapping(typeName = "Voucher")
    public Iterable<VoucherId> others(Voucher voucher) {
        return java.util.List.of(voucher.getId());
    }

    @SchemaMapping(typeName = "Voucher")
    public VoucherId name(Voucher voucher) {
        return voucher.getId();
    }
}
