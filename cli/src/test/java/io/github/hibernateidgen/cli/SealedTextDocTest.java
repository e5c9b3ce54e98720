package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample of sealed text in docs/typed-ids.md, and the Python beside its vectors, which does what Java does. */
class SealedTextDocTest {

    private static final Path PAGE = Path.of("../docs/typed-ids.md");
    private static final Path PYTHON = Path.of("../docs/vectors/sealed_text.py");
    private static final Path VECTORS = Path.of("../docs/vectors/sealed-text.txt");
    private static final int EACH_WAY = 1000;
    private static final String REFUSED = "refused";

    /** Asks the functions, a question on each line. */
    private static final String DRIVER = """

            import base64, sys
            for line in sys.stdin.read().splitlines():
                way, key, prefix, bits, value = line.split(" ")
                name, base = key.split(":")
                keys = {name: base64.b64decode(base)}
                try:
                    print(seal(keys, prefix, int(value) if bits == "64" else uuid.UUID(value)) if way == "seal"
                          else unseal(keys, prefix, int(bits), value))
                except ValueError:
                    print("refused")
            """;

    @TempDir
    private Path folder;

    private static String found(String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    /** The sample of an earlier page was sealed with another key. */
    @Test
    void theSampleBelongsToTheKeyBesideIt() throws IOException {
        String text = found("@PublicId\\(prefix = \"ord_\", sealed = true\\)[^/]*// (ord_\\S+)");
        String key = found("\nidgen\\.seal\\.keys = (\\S+)\n");
        long id = Long.parseLong(found("The sample above is the id\\s+([0-9]+) "));
        assertThat(new Seal(SealKeys.parse(key), "ord_").openLong(text.substring(4)))
                .isEqualTo(id);
        assertThat(Cli.runIn(key, "open", text).out()).isEqualTo(id + "\n");
    }

    @Test
    void thePythonOpensAndMakesWhatJavaDoes() throws Exception {
        requirePython();
        Random random = new Random(39);
        List<String> questions = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < EACH_WAY; i++) {
            byte[] bytes = new byte[i % 2 == 0 ? 32 : 16];
            random.nextBytes(bytes);
            String key = Integer.toString(random.nextInt(36 * 36), 36) + ":"
                    + Base64.getEncoder().encodeToString(bytes);
            String prefix = List.of("ord_", "cus-", "a.b~", "x").get(random.nextInt(4));
            Seal seal = new Seal(SealKeys.parse(key), prefix);
            boolean guid = random.nextBoolean();
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            String id = guid ? uuid.toString() : Long.toString(uuid.getMostSignificantBits());
            String text = prefix + (guid ? seal.seal(uuid) : seal.seal(uuid.getMostSignificantBits()));
            String asked = key + " " + prefix + (guid ? " 128 " : " 64 ");
            questions.add("seal " + asked + id);
            answers.add(text);
            questions.add("open " + asked + (i % 3 == 0 ? prefix + upper(text, prefix) : text));
            answers.add(id);
            questions.add("open " + asked + forged(random, text, prefix));
            answers.add(REFUSED);
            if (!guid) {
                questions.add("open " + key + " other_ 64 other_" + text.substring(prefix.length()));
                answers.add(REFUSED);
            }
        }
        try (Stream<String> vectors = Files.lines(VECTORS)) {
            vectors.filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split(" ");
                String asked = parts[0] + " " + parts[1] + (parts[2].length() == 36 ? " 128 " : " 64 ");
                questions.add("seal " + asked + parts[2]);
                answers.add(parts[3]);
                questions.add("open " + asked + parts[3]);
                answers.add(parts[2]);
            });
        }
        assertThat(questions).hasSizeGreaterThan(3 * EACH_WAY + 2 * 40);
        assertThat(python(questions)).isEqualTo(answers);
    }

    private static String upper(String text, String prefix) {
        return text.substring(prefix.length()).toUpperCase(Locale.ROOT);
    }

    /** With a character that is none, a first character with a spare bit, another prefix, or a character too few. */
    private static String forged(Random random, String text, String prefix) {
        int first = text.length() - 26;
        return switch (random.nextInt(5)) {
            case 0 -> text.substring(0, first) + "8" + text.substring(first + 1);
            case 1 -> text.substring(0, text.length() - 1) + "u";
            case 2 -> text.substring(0, text.length() - 1) + "\u212A"; // Whose lower case is k.
            case 3 -> "y" + text.substring(1).replaceFirst("^" + Pattern.quote(prefix.substring(1)), "_");
            default -> text.substring(0, prefix.length()) + text.substring(first + 1);
        };
    }

    private List<String> python(List<String> questions) throws Exception {
        Path script = Files.writeString(folder.resolve("script.py"), Files.readString(PYTHON) + DRIVER);
        Path asked = Files.write(folder.resolve("questions"), questions, UTF_8);
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder("python3", script.toString());
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        Process process = builder.redirectInput(asked.toFile())
                .redirectError(errors.toFile())
                .start();
        List<String> answers = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return answers;
    }

    /** Skipped where there is none; with IDGEN_IT_PYTHON=required that fails. */
    private static void requirePython() throws Exception {
        boolean there;
        try {
            Process process = new ProcessBuilder("python3", "-c", "import cryptography")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            there = process.waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        if ("required".equals(System.getenv("IDGEN_IT_PYTHON"))) {
            assertThat(there).as("python3 with its package cryptography").isTrue();
        }
        assumeTrue(there, "there is no python3 with the package cryptography");
    }
}
