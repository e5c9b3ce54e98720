package io.github.hibernateidgen.examples.micronaut;

import io.micronaut.data.annotation.Repository;
import io.micronaut.data.repository.CrudRepository;

/** Notes by their ids. */
@Repository
public interface NoteRepository extends CrudRepository<Note, Long> {}
