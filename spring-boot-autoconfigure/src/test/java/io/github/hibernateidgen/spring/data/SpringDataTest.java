package io.github.hibernateidgen.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.data.shop.Generated;
import io.github.hibernateidgen.spring.data.shop.Known;
import io.github.hibernateidgen.spring.data.shop.Plain;
import io.github.hibernateidgen.spring.data.shop.ShopApplication;
import io.github.hibernateidgen.spring.data.shop.StrictVersioned;
import io.github.hibernateidgen.spring.data.shop.Versioned;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.transaction.support.TransactionTemplate;

/** What {@code save()} sends, and what it answers, as docs/mappings.md says. */
@SpringBootTest(
        classes = ShopApplication.class,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "spring.jpa.properties.hibernate.generate_statistics=true",
            "idgen.worker.id=5"
        })
class SpringDataTest {

    private static final Path PAGE = Path.of("..", "docs", "mappings.md");

    private final EntityManagerFactory factory;
    private final EntityManager entities;
    private final TransactionTemplate transactions;

    @Autowired
    private Generated.Repository generated;

    @Autowired
    private Plain.Repository plain;

    @Autowired
    private Versioned.Repository versioned;

    @Autowired
    private Known.Repository known;

    @Autowired
    private StrictVersioned.Repository strict;

    @Autowired
    SpringDataTest(EntityManagerFactory factory, EntityManager entities, TransactionTemplate transactions) {
        this.factory = factory;
        this.entities = entities;
        this.transactions = transactions;
    }

    private String statements(Runnable work) {
        SessionFactory sessions = factory.unwrap(SessionFactory.class);
        sessions.getStatistics().clear();
        work.run();
        return String.valueOf(sessions.getStatistics().getPrepareStatementCount());
    }

    @Test
    void statementCountsAreThoseOfTheDocumentation() throws IOException {
        Plain plainRow = new Plain();
        plainRow.id = 17L;
        Versioned versionedRow = new Versioned();
        versionedRow.id = 17L;
        Known knownRow = new Known();
        knownRow.id = 17L;
        Map<String, String> counts = new LinkedHashMap<>();
        counts.put("`@SnowflakeId Long id`, not set", statements(() -> generated.save(new Generated())));
        counts.put("`assignable = true`, not set", statements(() -> plain.save(new Plain())));
        counts.put("`assignable = true`, set", statements(() -> plain.save(plainRow)));
        counts.put("the same, with `@Version`", statements(() -> versioned.save(versionedRow)));
        counts.put("the same, with `Persistable`", statements(() -> known.save(knownRow)));

        assertThat(counts)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "`@SnowflakeId Long id`, not set", "1",
                        "`assignable = true`, not set", "1",
                        "`assignable = true`, set", "2",
                        "the same, with `@Version`", "1",
                        "the same, with `Persistable`", "1"));
        assertThat(Files.readString(PAGE))
                .containsSubsequence("not set", "`save()`", "the insert alone", "therwise", "a select first");
    }

    @Test
    void whatHibernateAnswersOtherwiseStandsInTheDocumentation() throws IOException {
        Generated set = new Generated();
        set.id = 17L;
        StrictVersioned versionless = new StrictVersioned();
        versionless.id = 17L;
        assertThat(List.of(
                        answer(() -> entities.persist(set)),
                        answer(() -> generated.save(set)),
                        answer(() -> strict.save(versionless))))
                .zipSatisfy(
                        documentedAnswers(),
                        (answer, documented) -> assertThat(documented)
                                .as(answer)
                                .anyMatch(message ->
                                        answer.toLowerCase(Locale.ROOT).contains(message)));
    }

    private String answer(Runnable work) {
        return String.valueOf(catchThrowable(() -> transactions.executeWithoutResult(status -> work.run())));
    }

    /** What stands first in each row of the table of messages: one or two, since they differ between versions. */
    private static List<List<String>> documentedAnswers() throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf("| message |"), page.indexOf("## Spans"))
                .lines()
                .skip(2)
                .filter(line -> line.startsWith("|"))
                .map(line -> Pattern.compile("`([^`]+ [^`]+)`")
                        .matcher(line.split("\\|")[1])
                        .results()
                        .map(message -> message.group(1).toLowerCase(Locale.ROOT))
                        .toList())
                .toList();
    }

    @Test
    void specificationAndRangeFindWhatWasMadeInASpanOfTime() {
        List<Long> ids = save(10);
        TimeRanges<Generated> times =
                Idgen.of(factory.unwrap(SessionFactory.class)).timeRanges(Generated.class, "id");
        Instant first = SnowflakeLayout.STANDARD.instant(ids.get(0));
        Instant last = SnowflakeLayout.STANDARD.instant(ids.get(9));
        assertThat(generated.findAll(TimeSpecification.of(times, first, last.plusMillis(1))))
                .extracting(row -> row.id)
                .containsAll(ids);
        assertThat(generated.findAll(TimeSpecification.of(times, first.minusSeconds(60), first)))
                .extracting(row -> row.id)
                .doesNotContain(ids.get(0));
        assertThat(TimeSpecification.range(times, Long.class, first, last.plusMillis(1)))
                .isEqualTo(
                        Range.closed(SnowflakeLayout.STANDARD.firstId(first), SnowflakeLayout.STANDARD.lastId(last)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeSpecification.of(times, last, first.minusMillis(1)))
                .withMessageContaining("is empty; give a later end");
    }

    @Test
    void keysetScrollingByIdReadsEachRowOnce() {
        List<Long> ids = save(7);
        TimeRanges<Generated> times =
                Idgen.of(factory.unwrap(SessionFactory.class)).timeRanges(Generated.class, "id");
        Instant from = SnowflakeLayout.STANDARD.instant(ids.get(0));
        Instant to = SnowflakeLayout.STANDARD.instant(ids.get(6)).plusMillis(1);
        List<Long> read = new ArrayList<>();
        ScrollPosition position = ScrollPosition.keyset();
        Window<Generated> window;
        do {
            ScrollPosition at = position;
            window = generated.findBy(
                    TimeSpecification.of(times, from, to),
                    query -> query.sortBy(Sort.by("id")).limit(3).scroll(at));
            window.forEach(row -> read.add(row.id));
            position = window.positionAt(window.size() - 1);
        } while (window.hasNext());
        assertThat(read).containsAll(ids).isSorted().doesNotHaveDuplicates();
    }

    private List<Long> save(int rows) {
        return LongStream.range(0, rows)
                .mapToObj(row -> generated.save(new Generated()).id)
                .toList();
    }
}
