package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidOrder;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids in the forms in which other tools print them, and their pipes. */
class PrintedIdsTest {

    static final int LINES = 1_000;

    /** The two ids of a line, as GUIDs, and as a tool prints them. */
    enum Form {
        MYSQL_BINARY(1) {
            @Override
            String print(UUID first, UUID second) {
                return "0x" + hex(first).toUpperCase(Locale.ROOT);
            }
        },
        SQL_SERVER_BINARY(1) {
            @Override
            String print(UUID first, UUID second) {
                return "0x" + hex(first);
            }
        },
        POSTGRESQL_BYTEA(1) {
            @Override
            String print(UUID first, UUID second) {
                return "\\x" + hex(first);
            }
        },
        POSTGRESQL_COPY(2) {
            @Override
            String print(UUID first, UUID second) {
                return "\\\\x" + hex(first) + "\t" + second;
            }
        },
        QUOTED(1) {
            @Override
            String print(UUID first, UUID second) {
                return "\"" + first + "\"";
            }
        },
        SQL_LIST(1) {
            @Override
            String print(UUID first, UUID second) {
                return "  '" + first + "',";
            }
        },
        COMMA(1) {
            @Override
            String print(UUID first, UUID second) {
                return first + ",";
            }
        },
        BYTE_ORDER_MARK(1) {
            @Override
            String print(UUID first, UUID second) {
                return "\uFEFF" + first + "\r";
            }
        },
        CSV(2) {
            @Override
            String print(UUID first, UUID second) {
                return first + ", \"0x" + hex(second) + "\"";
            }
        },
        SEMICOLONS(2) {
            @Override
            String print(UUID first, UUID second) {
                return "'" + first + "' ;;" + second;
            }
        };

        final int ids;

        Form(int ids) {
            this.ids = ids;
        }

        abstract String print(UUID first, UUID second);

        static String hex(UUID guid) {
            return guid.toString().replace("-", "");
        }
    }

    static UUID guid(int i) {
        return GuidOrder.BYTES.first(Cli.NOW.minusSeconds(i));
    }

    static String lines(IntFunction<String> line) {
        return IntStream.range(0, LINES).mapToObj(line).collect(Collectors.joining("\n"));
    }

    /** Lines 17, 500 and 1,000 are bad. */
    private static boolean isBad(int i) {
        return i == 16 || i == 499 || i == 999;
    }

    @ParameterizedTest
    @EnumSource
    void readsAThousandLinesAndNamesTheBadOnes(Form form) {
        Result read = Cli.runWith(
                lines(i -> isBad(i)
                        ? form.print(guid(i), guid(LINES + i)).replaceFirst("\\p{XDigit}{5}", "xyz")
                        : form.print(guid(i), guid(LINES + i))),
                Cli.NOW,
                "convert",
                "--text",
                "guid");
        assertThat(read.exit()).isEqualTo(Exit.REJECTED);
        assertThat(read.err().lines().map(line -> line.replaceFirst("(line \\d+: text \\[).*", "$1")))
                .containsExactly("line 17: text [", "line 500: text [", "line 1000: text [");
        // The second id of a bad line is not lost.
        List<String> expected = IntStream.range(0, LINES)
                .boxed()
                .flatMap(i -> IntStream.range(isBad(i) ? 1 : 0, form.ids)
                        .mapToObj(j -> guid(j * LINES + i).toString()))
                .toList();
        assertThat(read.out().lines()).containsExactlyElementsOf(expected);
    }

    @Test
    void countsBlankLines() {
        Result read = Cli.runWith("\n1\n\n?\n,,\n", Cli.NOW, "convert", "--text", "hex");
        assertThat(read.out()).isEqualTo("0x0000000000000001\n");
        assertThat(read.err()).startsWith("line 4: text [?] is not an id").hasLineCount(1);
    }

    /** Neither the part before a comma nor the part behind it is an id. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "3,8277031274571E+17            | floating-point number",
                "3,8277031274571E+17;4          | floating-point number",
                "382,770,312,745,709,588        | a number with separators, or several ids",
                "1,234                          | a number with separators, or several ids",
                "\"1,234\"                      | a number with separators, or several ids",
                "ord_0190ecd2-4a3b-7c5d-8e6f-70819233445 | is not an id",
                "0x0198c3a17b2e7c3d9a410f6e2b7d5c1 | 31 hexadecimal digits, and a GUID has 32",
                "\\x0198c3a17b2e7c3d9a410f6e2b7d5c | 30 hexadecimal digits, and a GUID has 32",
            })
    void takesNoPartOfANumberForAnId(String line, String suspicion) {
        Result read = Cli.runWith(line + "\n", Cli.NOW, "convert", "--text", "hex");
        assertThat(read.out()).isEqualTo(line.endsWith(";4") ? "0x0000000000000004\n" : "");
        assertThat(read.err()).startsWith("line 1: text [").contains(suspicion);
    }

    @Test
    void readsShortNumbersApartBySpacesOrQuotes() {
        for (String line : new String[] {"1, 234", "\"1\",\"234\"", "'1','234'", "1;234", "1\t234"}) {
            assertThat(Cli.runWith(line, Cli.NOW, "convert", "--text", "plain_decimal")
                            .out())
                    .as(line)
                    .isEqualTo("1\n234\n");
        }
    }

    @Test
    void readsArgumentsLikeLines() {
        Result read = Cli.run("convert", "--text", "plain_decimal", "'17',18", "x");
        assertThat(read.out()).isEqualTo("17\n18\n");
        assertThat(read.err()).startsWith("text [x] is not an id");
    }
}
