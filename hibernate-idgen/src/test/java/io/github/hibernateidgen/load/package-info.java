/** Applications under load on real servers, over HikariCP at its defaults. All tests are long. */
package io.github.hibernateidgen.load;
