/** Reservations of worker numbers in ZooKeeper, by Apache Curator. */
@NullMarked
package io.github.hibernateidgen.zookeeper;

import org.jspecify.annotations.NullMarked;
