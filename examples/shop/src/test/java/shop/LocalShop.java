package shop;

import org.springframework.boot.SpringApplication;

/** Runs the shop on a database of its own, which ends with it. */
class LocalShop {

    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, "--spring.datasource.url=" + LocalDatabase.start());
    }
}
