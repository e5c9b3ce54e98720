package io.github.hibernateidgen.spring.boot.app;

import io.github.hibernateidgen.test.spring.WithRepeatableIds;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

/** A number that the application sets stays set, and is not used. */
@DataJpaTest(properties = "idgen.worker.id=9")
@WithRepeatableIds(at = RepeatableIdsInASlice.AT, worker = RepeatableIdsInASlice.WORKER)
class RepeatableIdsSliceTest extends RepeatableIdsInASlice {}
