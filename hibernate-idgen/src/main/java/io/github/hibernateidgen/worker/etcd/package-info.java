/** Reservations of worker numbers in etcd. Needs jetcd, which the application brings. */
@NullMarked
package io.github.hibernateidgen.worker.etcd;

import org.jspecify.annotations.NullMarked;
