package io.github.hibernateidgen.petclinic.owner;

import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;

/** Sealed ids in a slice test of clients, which starts no database. */
@RestClientTest(properties = OwnerControllerTests.KEYS)
class OwnerClientSliceTest extends OwnerClientTests {}
