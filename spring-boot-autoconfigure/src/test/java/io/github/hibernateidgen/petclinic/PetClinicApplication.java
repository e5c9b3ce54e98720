package io.github.hibernateidgen.petclinic;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Built as Spring's PetClinic is: a mapped superclass of all entities, packages by feature, and a test of a slice for each controller. */
@SpringBootApplication
public class PetClinicApplication {}
