package io.github.hibernateidgen.internal.runtime;

/** A generator that Hibernate calls, with the attribute whose values it makes. */
public interface BoundGenerator {

    /** Returns the bound attribute, which exists once Hibernate has made the session factory. */
    BoundAttribute bound();
}
