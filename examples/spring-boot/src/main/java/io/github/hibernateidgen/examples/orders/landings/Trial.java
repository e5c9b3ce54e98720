package io.github.hibernateidgen.examples.orders.landings;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Service;

/**
 * Places a thousand orders and keeps their places in the index until the next run. A caller that asks during a run gets the
 * result of that run, so a second click places no more orders.
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

    /** Places the orders, or waits for the current run. */
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

    /** Returns the places of the latest run for each kind of id; empty if there was no run since startup. */
    public List<Landing> latest() {
        return latest;
    }
}
