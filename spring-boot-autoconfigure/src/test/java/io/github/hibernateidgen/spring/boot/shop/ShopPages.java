package io.github.hibernateidgen.spring.boot.shop;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Leads from a form to the page of what it was about. */
@Controller
public class ShopPages {

    @PostMapping("/slips/{id}/joined")
    public String joined(@PathVariable("id") SlipId id) {
        return "redirect:/slips/" + id;
    }

    @PostMapping("/orders/{id}/joined")
    public String joined(@PathVariable("id") OrderId id) {
        return "redirect:/orders/" + id;
    }

    @PostMapping("/orders/{id}/converted")
    public String converted(@PathVariable("id") OrderId id, RedirectAttributes attributes) {
        attributes.addAttribute("id", id);
        return "redirect:/orders/{id}";
    }
}
