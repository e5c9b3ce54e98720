/** Reservations of worker numbers in ZooKeeper. Needs Apache Curator, which the application brings. */
@NullMarked
package io.github.hibernateidgen.worker.zookeeper;

import org.jspecify.annotations.NullMarked;
