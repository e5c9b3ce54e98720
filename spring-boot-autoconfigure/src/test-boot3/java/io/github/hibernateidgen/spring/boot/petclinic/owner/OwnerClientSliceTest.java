package io.github.hibernateidgen.spring.boot.petclinic.owner;

import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;

@RestClientTest(properties = OwnerControllerTests.KEYS)
class OwnerClientSliceTest extends OwnerClientTests {}
