package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;

/** Sealed ids in a slice test of controllers, which starts no database. */
@WebMvcTest(controllers = OwnerController.class, properties = OwnerControllerTests.KEYS)
class OwnerControllerSliceTest extends OwnerControllerTests {}
