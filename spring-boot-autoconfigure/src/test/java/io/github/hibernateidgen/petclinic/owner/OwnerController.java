package io.github.hibernateidgen.petclinic.owner;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

@Controller
public class OwnerController {

    private final OwnerRepository owners;

    public OwnerController(OwnerRepository owners) {
        this.owners = owners;
    }

    @ModelAttribute("owner")
    public Owner findOwner(@PathVariable(name = "ownerId", required = false) OwnerId ownerId) {
        return ownerId == null
                ? new Owner()
                : owners.findById(ownerId).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @GetMapping("/owners/{ownerId}/edit")
    public String edit() {
        return "owners/createOrUpdateOwnerForm";
    }

    @PostMapping("/owners/{ownerId}/edit")
    public String update(
            @ModelAttribute("owner") Owner owner,
            @PathVariable("ownerId") OwnerId ownerId,
            RedirectAttributes redirect) {
        owner.setId(ownerId);
        owners.save(owner);
        redirect.addAttribute("id", ownerId);
        return "redirect:/owners/{id}";
    }

    @GetMapping("/owners/{ownerId}")
    @ResponseBody
    public Owner show(@ModelAttribute("owner") Owner owner, Model model) {
        return owner;
    }

    @GetMapping("/owners")
    @ResponseBody
    public List<Owner> find(@RequestParam("pet") PetId pet) {
        return owners.findByPetsId(pet);
    }

    @PostMapping("/owners")
    @ResponseBody
    public Owner create(@RequestBody Owner owner) {
        return owners.save(owner);
    }
}
