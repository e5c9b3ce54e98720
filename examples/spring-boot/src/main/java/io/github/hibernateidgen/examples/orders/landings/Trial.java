package io.github.hibernateidgen.examples.orders.landings;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Service;

/**
 * Has a thousand orders placed and keeps where they went until the next time. Who asks while they are placed gets the same
 * ones, so a second click places no others.
 */
@Service
public class Trial {

    private final ThousandOrders orders;
    private final Lock oneAtATime = new ReentrantLock();
    private final AtomicInteger trials = new AtomicInteger();
    private volatile List<Landing> latest = List.of();

    Trial(ThousandOrders orders) {
        this.orders = orders;
    }

    /** Places them, or waits for those that are being placed. */
    public void run() {
        int before = trials.get();
        oneAtATime.lock();
        try {
            if (trials.get() == before) {
                latest = orders.place();
                trials.incrementAndGet();
            }
        } finally {
            oneAtATime.unlock();
        }
    }

    /** Where the latest went, for each kind of id; empty if none have been placed since the start. */
    public List<Landing> latest() {
        return latest;
    }
}
