package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;

@RestClientTest(properties = OwnerControllerTests.KEYS)
class OwnerClientSliceTest extends OwnerClientTests {}
