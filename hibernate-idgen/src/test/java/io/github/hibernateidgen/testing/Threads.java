package io.github.hibernateidgen.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same work on several threads that start together. */
public final class Threads {

    private Threads() {}

    public static <T> List<T> callTogether(int threads, Callable<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<T> workAfterStart = () -> {
                start.await();
                return work.call();
            };
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(Collections.nCopies(threads, workAfterStart))) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
