package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;

@WebMvcTest(controllers = OwnerController.class, properties = OwnerControllerTests.KEYS)
class OwnerControllerSliceTest extends OwnerControllerTests {}
