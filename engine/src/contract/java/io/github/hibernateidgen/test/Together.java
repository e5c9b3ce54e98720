package io.github.hibernateidgen.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs calls that start at the same time. */
final class Together {

    private Together() {}

    /** Runs all calls, each in a thread of its own, and returns what they answered. */
    static <T> List<T> call(List<Callable<T>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            CountDownLatch start = new CountDownLatch(calls.size());
            List<Future<T>> answers = new ArrayList<>();
            for (Callable<T> call : calls) {
                answers.add(threads.submit(() -> {
                    start.countDown();
                    start.await();
                    return call.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> answer : answers) {
                results.add(answer.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
