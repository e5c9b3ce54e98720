package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;

@RestClientTest(properties = OwnerControllerTests.KEYS)
class OwnerClientSliceTest extends OwnerClientTests {}
