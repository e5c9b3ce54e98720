package io.github.hibernateidgen.worker.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * The ids in all files of a folder, compared with each other.
 *
 * @param count how many there are
 * @param duplicates how many are equal to another one before them
 * @param example one of these and the files it is in; empty if there is none
 * @param workers how many worker numbers they have
 * @param holds how many pairs of a file and a worker number
 * @param tornBytes how many bytes at the ends of files make no whole id, from processes killed while they wrote
 */
record IssuedIds(long count, long duplicates, String example, int workers, int holds, int tornBytes) {

    static final String SUFFIX = ".ids";

    static IssuedIds read(Path folder, LongUnaryOperator workerOf) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        }
        long[] ids = new long
                [Math.toIntExact(files.stream()
                        .mapToLong(file -> file.toFile().length() / Long.BYTES)
                        .sum())];
        Map<Path, Set<Long>> workers = new HashMap<>();
        int end = 0;
        int tornBytes = 0;
        for (Path file : files) {
            int start = end;
            end += idsOf(file, ids, start);
            tornBytes += (int) (file.toFile().length() % Long.BYTES);
            workers.put(file, workersOf(ids, start, end, workerOf));
        }
        Arrays.parallelSort(ids);
        long duplicates = 0;
        String example = "";
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] == ids[i - 1]) {
                duplicates++;
                example = example.isEmpty() ? ids[i] + " in " + filesWith(ids[i], files) : example;
            }
        }
        Set<Long> distinct = new HashSet<>();
        workers.values().forEach(distinct::addAll);
        return new IssuedIds(
                ids.length,
                duplicates,
                example,
                distinct.size(),
                workers.values().stream().mapToInt(Set::size).sum(),
                tornBytes);
    }

    private static int idsOf(Path file, long[] target, int start) throws IOException {
        LongBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        int count = ids.remaining();
        ids.get(target, start, count);
        return count;
    }

    private static Set<Long> workersOf(long[] ids, int start, int end, LongUnaryOperator workerOf) {
        Set<Long> workers = new HashSet<>();
        // The ids of a batch nearly always have one number, so most need no look into the set.
        long last = -1;
        for (int i = start; i < end; i++) {
            long worker = workerOf.applyAsLong(ids[i]);
            if (worker != last) {
                workers.add(worker);
                last = worker;
            }
        }
        return workers;
    }

    private static List<String> filesWith(long id, List<Path> files) {
        return files.stream()
                .filter(file -> contains(file, id))
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private static boolean contains(Path file, long id) {
        try {
            LongBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
            while (ids.hasRemaining()) {
                if (ids.get() == id) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
