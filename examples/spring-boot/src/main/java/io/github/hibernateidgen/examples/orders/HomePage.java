package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.examples.orders.inspector.Inspection;
import io.github.hibernateidgen.examples.orders.inspector.Inspector;
import io.github.hibernateidgen.examples.orders.inspector.SegmentRuler;
import io.github.hibernateidgen.examples.orders.landings.Trial;
import jakarta.validation.Valid;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.springframework.beans.InvalidPropertyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The home page: a form for an order, the result, a chart, the latest orders, other kinds of id, and the inspector. */
@Controller
class HomePage {

    private static final String PAGE_SIZE = "6";
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final OrderService orders;
    private final Inspector inspector;
    private final Trial trial;
    private final InstantSource clock;

    /** The result of the first order until somebody has placed another; null in an instance that found orders. */
    private volatile Receipt first;

    HomePage(OrderService orders, Inspector inspector, Trial trial, InstantSource clock) {
        this.orders = orders;
        this.inspector = inspector;
        this.trial = trial;
        this.clock = clock;
    }

    /** Places the order that the form suggests, and a thousand of each kind, so that the first visitor sees results. */
    void prepareFirstVisit() {
        if (newestId().isEmpty()) {
            OrderForm form = new OrderForm();
            form.fillIn();
            // The very first parcel waits for its number, which is a call before the flush.
            orders.place(form.toNewOrder());
            do {
                first = orders.place(form.toNewOrder());
            } while (isKeptByJavaScript(first.orderId()));
            trial.run();
        }
    }

    /** Returns whether JavaScript happens to print the id's digits after it has read them as a number. */
    private static boolean isKeptByJavaScript(long id) {
        return new BigDecimal(Double.toString((double) id)).compareTo(BigDecimal.valueOf(id)) == 0;
    }

    /**
     * Shows the page.
     *
     * @param after the last order of the previous page
     * @param id the id for the inspector; by default the id of the newest order
     * @param as the name of the inspector's reading
     */
    @GetMapping("/")
    String show(
            @RequestParam(required = false) String after,
            @RequestParam(required = false) String id,
            @RequestParam(defaultValue = "") String as,
            @ModelAttribute OrderForm orderForm,
            Model model) {
        Optional<Long> newest = newestId();
        if (orderForm.getCustomer() == null) {
            orderForm.fillIn();
        }
        if (first != null && !model.containsAttribute("receipt")) {
            model.addAttribute("receipt", first);
        }
        addOrders(after, model);
        addOtherIds(placedId(model).or(() -> newest), model);
        addInspection(id == null ? newest.map(String::valueOf).orElse(null) : id, as, model);
        model.addAttribute("landings", trial.latest());
        return "home";
    }

    @InitBinder
    void limitLines(WebDataBinder binder) {
        binder.setAutoGrowCollectionLimit(OrderForm.MAX_LINES);
    }

    /** Answers a request with too many lines. The form has fewer lines, so such a request does not come from the form. */
    @ExceptionHandler
    ProblemDetail tooManyLines(InvalidPropertyException e) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, e.getPropertyName() + ": give at most " + OrderForm.MAX_LINES + " lines");
    }

    @PostMapping("/")
    ModelAndView place(
            @Valid @ModelAttribute OrderForm orderForm,
            BindingResult binding,
            Model model,
            RedirectAttributes redirect) {
        if (binding.hasErrors()) {
            return new ModelAndView(show(null, null, "", orderForm, model), model.asMap(), HttpStatus.BAD_REQUEST);
        }
        first = null;
        redirect.addFlashAttribute("receipt", orders.place(orderForm.toNewOrder()));
        return new ModelAndView("redirect:/#receipt");
    }

    /** Places a thousand orders of each kind of id. The page then shows their places in the index. */
    @PostMapping("/landings")
    String placeAThousand() {
        trial.run();
        return "redirect:/#landings";
    }

    /** Formats instants in the template. */
    @ModelAttribute("times")
    Times times() {
        return new Times(clock.instant());
    }

    private void addOrders(String after, Model model) {
        try {
            model.addAttribute("page", orders.page(OrderQuery.of(after, null, null, PAGE_SIZE)));
            model.addAttribute("newest", after == null);
        } catch (BadParameterException e) {
            model.addAttribute("pageError", e.getMessage());
            addOrders(null, model);
        }
    }

    private void addOtherIds(Optional<Long> order, Model model) {
        order.flatMap(orders::otherIds).ifPresent(ids -> {
            model.addAttribute("otherIds", ids);
            model.addAttribute("typed", inspector.inspect(ids.payment(), ""));
            model.addAttribute("segment", SegmentRuler.of(ids.parcel(), Parcel.SEGMENT));
            model.addAttribute("sharded", inspector.inspect(Long.toString(ids.bonus()), Bonus.LAYOUT));
        });
    }

    private void addInspection(String id, String as, Model model) {
        model.addAttribute("readings", inspector.readings());
        model.addAttribute("as", as);
        model.addAttribute("inspected", id);
        if (id != null) {
            try {
                Inspection inspection = inspector.inspect(id, as);
                model.addAttribute("inspection", inspection);
            } catch (IllegalArgumentException e) {
                model.addAttribute("inspectionError", e.getMessage());
            }
        }
    }

    private static Optional<Long> placedId(Model model) {
        return Optional.ofNullable((Receipt) model.getAttribute("receipt")).map(Receipt::orderId);
    }

    private Optional<Long> newestId() {
        return orders.page(OrderQuery.of(null, null, null, "1")).orders().stream()
                .map(OrderView::id)
                .findFirst();
    }

    /**
     * Writes instants for users.
     *
     * @param now the instant from which ages are counted
     */
    record Times(Instant now) {

        /** For example {@code 2026-11-21 09:30:00.123 UTC}. */
        public String utc(Instant instant) {
            return UTC.format(instant) + " UTC";
        }

        /** For example {@code 3 minutes ago}. */
        public String age(Instant instant) {
            return Age.of(instant, now);
        }
    }
}
