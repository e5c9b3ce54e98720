package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;

/** Sealed ids in a slice test of clients, which starts no database. */
@RestClientTest(properties = OwnerControllerTests.KEYS)
class OwnerClientSliceTest extends OwnerClientTests {}
