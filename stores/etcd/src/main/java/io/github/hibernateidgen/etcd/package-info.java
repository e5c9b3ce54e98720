/** Reservations of worker numbers in etcd, by jetcd. */
@NullMarked
package io.github.hibernateidgen.etcd;

import org.jspecify.annotations.NullMarked;
