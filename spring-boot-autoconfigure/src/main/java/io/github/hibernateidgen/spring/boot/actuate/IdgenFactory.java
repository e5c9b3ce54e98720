package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import java.time.InstantSource;

/**
 * An entity manager factory in which this library makes values.
 *
 * @param name the name of its bean
 * @param idgen what the library does in it
 * @param clock the clock of its generators
 */
record IdgenFactory(String name, Idgen idgen, InstantSource clock) {}
