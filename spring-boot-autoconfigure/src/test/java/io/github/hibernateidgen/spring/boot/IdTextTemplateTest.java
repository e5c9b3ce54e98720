package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.spring.boot.shop.OrderId;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.spring.boot.shop.SlipId;
import io.github.hibernateidgen.test.IdAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Controller;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.context.WebApplicationContext;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** What docs/typed-ids.md says of records in templates. */
@SpringBootTest(
        classes = {ShopApplication.class, IdTextTemplateTest.Pages.class},
        properties = {
            "spring.datasource.generate-unique-name=true",
            "idgen.worker.id=5",
            "spring.jpa.open-in-view=false"
        })
class IdTextTemplateTest {

    @TestConfiguration(proxyBeanMethods = false)
    static class Pages {

        /** As Spring Boot makes it, whose class for this is in another package in each line. */
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

        @Bean
        LinksController linksController() {
            return new LinksController();
        }
    }

    @Controller
    static class LinksController {

        @GetMapping("/links/{slip}/{order}")
        String links(@PathVariable("slip") SlipId slip, @PathVariable("order") OrderId order, Model model) {
            model.addAttribute("slip", slip).addAttribute("order", order);
            return "links";
        }
    }

    private String page;

    @BeforeEach
    void render(@Autowired WebApplicationContext application) throws Exception {
        page = MockMvcBuilders.webAppContextSetup(application)
                .build()
                .perform(MockMvcRequestBuilders.get("/links/slip_0AKYZJ94WBW0M/ord_0AKYZJ94WBW0M"))
                .andReturn()
                .getResponse()
                .getContentAsString();
    }

    @Test
    void aRecordThatPrintsItsTextIsALink() {
        assertThat(page)
                .contains(
                        "<a id=\"slip\" href=\"/slips/slip_0AKYZJ94WBW0M\">",
                        "<a id=\"slipParameter\" href=\"/slips/slip_0AKYZJ94WBW0M\">");
    }

    @Test
    void aRecordWithoutAToStringOfItsOwnIsNone() {
        assertThat(page)
                .contains("<a id=\"order\" href=\"/orders/OrderId[value=")
                .containsPattern("<a id=\"orderParameter\" href=\"/orders/OrderId(\\[|%5B)value");
    }

    @Test
    void doubleBracesConvertIt() {
        assertThat(page)
                .contains(
                        "<a id=\"orderConverted\" href=\"/orders/ord_0AKYZJ94WBW0M\">",
                        "<b id=\"orderText\">ord_0AKYZJ94WBW0M</b>");
    }

    @Test
    void doubleBracesConvertItInARelativeLink() {
        assertThat(page)
                .contains(
                        "<a id=\"orderRelative\" href=\"ord_0AKYZJ94WBW0M/edit\">",
                        "<a id=\"slipRelative\" href=\"slip_0AKYZJ94WBW0M/edit\">");
    }

    @Test
    void theTestKitFindsRecords() {
        assertThatThrownBy(() -> IdAssertions.assertNoRecordText(page))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("OrderId");
        IdAssertions.assertNoRecordText(page.replaceAll("<a id=\"order(Parameter)?\".*", ""));
    }
}
