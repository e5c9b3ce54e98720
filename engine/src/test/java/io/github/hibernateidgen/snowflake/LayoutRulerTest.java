package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Holds the rulers in docs/images to the layouts; with {@code -Didgen.docs.write=true} it draws them anew. */
class LayoutRulerTest {

    private static final Path DOCS = Path.of("..", "docs");

    static Stream<SnowflakeLayout> layouts() {
        return SnowflakeLayout.readyMade().stream();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void isAsInTheDocs(SnowflakeLayout layout) throws IOException {
        Path picture = DOCS.resolve(Path.of("images", "layout-" + layout.name() + ".svg"));
        String drawn = LayoutRuler.draw(layout);
        if (Boolean.getBoolean("idgen.docs.write")) {
            Files.writeString(picture, drawn);
        }
        assertThat(picture).as("with -Didgen.docs.write=true it is drawn anew").hasContent(drawn);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void isOnThePage(SnowflakeLayout layout) throws IOException {
        assertThat(Files.readString(DOCS.resolve("snowflake.md")))
                .contains("![" + layout.describe() + "](images/layout-" + layout.name() + ".svg)");
    }

    /** By ids of the layout, and not by its widths, which the ruler adds up itself. */
    @ParameterizedTest
    @MethodSource("layouts")
    void drawsEachFieldOverItsBits(SnowflakeLayout layout) throws Exception {
        long sequence = layout.compose(new SnowflakeParts(layout.epoch(), 0, layout.idsPerTick() - 1, Map.of()));
        long worker = layout.compose(new SnowflakeParts(layout.epoch(), layout.workers() - 1, 0, Map.of()));
        long lane = layout.compose(new SnowflakeParts(layout.epoch(), 0, 0, Map.of(), 0, layout.lanes() - 1));
        long entity = layout.compose(new SnowflakeParts(layout.epoch(), 0, 0, highest(layout)));
        long time = layout.compose(new SnowflakeParts(layout.end().minus(layout.tick()), 0, 0));

        Map<String, List<Integer>> drawn = drawnBits(LayoutRuler.draw(layout));
        assertThat(drawn.get("sequence")).containsExactlyElementsOf(bits(sequence));
        assertThat(drawn.get("worker")).containsExactlyElementsOf(bits(worker));
        assertThat(drawn.getOrDefault("entity", List.of())).containsExactlyElementsOf(bits(entity));
        assertThat(drawn.getOrDefault("lane", List.of())).containsExactlyElementsOf(bits(lane));
        assertThat(drawn.get("time")).containsExactlyElementsOf(bits(time));
        assertThat(drawn.get("unused")).containsExactlyElementsOf(bits(~(sequence | worker | lane | entity | time)));
    }

    private static Map<String, Long> highest(SnowflakeLayout layout) {
        return layout.fields().stream()
                .filter(field -> field.kind() == Kind.ENTITY)
                .collect(Collectors.toMap(LayoutField::name, LayoutField::max));
    }

    private static List<Integer> bits(long id) {
        return IntStream.iterate(63, bit -> bit >= 0, bit -> bit - 1)
                .filter(bit -> (id >>> bit & 1) == 1)
                .boxed()
                .toList();
    }

    /** What the rectangles of each style cover, but for those of the list below the ruler. */
    private static Map<String, List<Integer>> drawnBits(String svg) throws Exception {
        NodeList rectangles = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName("rect");
        return IntStream.range(0, rectangles.getLength())
                .mapToObj(i -> (Element) rectangles.item(i))
                .filter(rectangle -> rectangle.getAttribute("height").equals("32"))
                .collect(Collectors.groupingBy(
                        rectangle -> rectangle.getAttribute("class").replace(" line", ""),
                        Collectors.flatMapping(LayoutRulerTest::covered, Collectors.toList())));
    }

    private static Stream<Integer> covered(Element rectangle) {
        int left = Integer.parseInt(rectangle.getAttribute("x"));
        int right = left + Integer.parseInt(rectangle.getAttribute("width"));
        return IntStream.iterate(63, bit -> bit >= 0, bit -> bit - 1)
                .filter(bit -> left <= LayoutRuler.x(bit) && LayoutRuler.x(bit) < right)
                .boxed();
    }
}
