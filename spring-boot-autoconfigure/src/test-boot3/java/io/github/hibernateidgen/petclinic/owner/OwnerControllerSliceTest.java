package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;

@WebMvcTest(controllers = OwnerController.class, properties = OwnerControllerTests.KEYS)
class OwnerControllerSliceTest extends OwnerControllerTests {}
