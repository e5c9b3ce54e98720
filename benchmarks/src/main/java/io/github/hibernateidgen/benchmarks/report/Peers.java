package io.github.hibernateidgen.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The names of the cases for readers, and the properties that the ids of each case lack. Source: the source code of the
 * versions in this module's POM.
 */
final class Peers {

    /** A case in a table. */
    record Peer(String label, String lacks) {
        boolean ours() {
            return label.startsWith("**");
        }
    }

    static final Map<String, Peer> LONGS = new LinkedHashMap<>();
    static final Map<String, Peer> UUIDS = new LinkedHashMap<>();
    static final Map<String, String> WITH_WORK = new LinkedHashMap<>();
    static final Map<String, String> SEALING = new LinkedHashMap<>();

    static {
        LONGS.put(
                "WideLongs.floor", new Peer("floor: clock and one compare-and-set", "a worker number, and any bound"));
        LONGS.put("WideLongs.ours", new Peer("**ours**, fixed worker", ""));
        LONGS.put("WideLongs.oursInTurns", new Peer("**ours**, time in two parts", ""));
        LONGS.put("WideLongs.oursReserved", new Peer("**ours**, reserved worker", ""));
        LONGS.put("WideLongs.oursMetered", new Peer("**ours**, counted, with Micrometer", ""));
        LONGS.put("WideLongs.cosId", new Peer("CosId", "ids while the clock is back: refused"));
        LONGS.put("WideLongs.tsidCreator", new Peer("tsid-creator", "a bound on running ahead of the clock"));
        LONGS.put(
                "WideLongs.hypersistenceTsid", new Peer("hypersistence-tsid", "a bound on running ahead of the clock"));

        UUIDS.put("Uuids.floor", new Peer("floor: clock and two thread-local randoms", "order, and secure bits"));
        UUIDS.put("Uuids.oursBytes", new Peer("**ours**, `BYTES`", ""));
        UUIDS.put("Uuids.oursSqlServer", new Peer("**ours**, `SQL_SERVER`", ""));
        UUIDS.put("Uuids.oursMariaDb", new Peer("**ours**, `MARIADB`", ""));
        UUIDS.put(
                "Uuids.javaUuidGenerator",
                new Peer(
                        "java-uuid-generator v7",
                        "fresh bits in each (one more than the last in a ms); order when the clock steps back"));
        UUIDS.put(
                "Uuids.uuidCreator",
                new Peer(
                        "uuid-creator v7", "10 of 58 fresh bits in each; order when the clock steps back by over 1 s"));
        UUIDS.put("Uuids.uuidCreatorFast", new Peer("uuid-creator v7 Fast", "secure bits"));
        UUIDS.put("Uuids.uuidCreatorPlus1", new Peer("uuid-creator v7 Plus1", "fresh bits in each (one more in a ms)"));
        UUIDS.put(
                "Uuids.uuidCreatorPlusN",
                new Peer("uuid-creator v7 PlusN", "fresh bits in each (a step of 32 bits in a ms)"));
        UUIDS.put(
                "Uuids.uuidCreatorPrefixComb",
                new Peer("uuid-creator prefix COMB", "order inside a ms, and when the clock steps back"));
        UUIDS.put(
                "Uuids.uuidCreatorSuffixComb",
                new Peer("uuid-creator suffix COMB", "order inside a ms, and when the clock steps back"));
        UUIDS.put("Uuids.hibernateVersion7", new Peer("Hibernate `VERSION_7`", ""));
        UUIDS.put("Uuids.jdkRandom", new Peer("`UUID.randomUUID()`", "order"));
    }

    static {
        WITH_WORK.put("Alone", "the work alone");
        WITH_WORK.put("Floor", "floor: clock and one compare-and-set");
        WITH_WORK.put("Ours", "**ours**, fixed worker");
        WITH_WORK.put("OursReserved", "**ours**, reserved worker");
        WITH_WORK.put("CosId", "CosId");
        WITH_WORK.put("HypersistenceTsid", "hypersistence-tsid");
        WITH_WORK.put("GuidFloor", "GUID floor: clock and two thread-local randoms");
        WITH_WORK.put("OursGuid", "**ours**, GUID");
        WITH_WORK.put("JavaUuidGenerator", "java-uuid-generator v7, GUID");
        WITH_WORK.put("UuidCreatorPlus1", "uuid-creator v7 Plus1, GUID");
    }

    static {
        SEALING.put("seal", "sealed, 64 bits, key of 128 bits: write");
        SEALING.put("open", "read");
        SEALING.put("seal256", "sealed, 64 bits, key of 256 bits: write");
        SEALING.put("open256", "read");
        SEALING.put("sealGuid256", "sealed, GUID, key of 256 bits: write");
        SEALING.put("openGuid256", "read");
        SEALING.put("plainBase32", "plain, `CROCKFORD_BASE32`: write");
        SEALING.put("plainBase32Back", "read");
        SEALING.put("sqids", "Sqids: write");
        SEALING.put("sqidsBack", "read");
        SEALING.put("randomUuid", "`UUID.randomUUID().toString()`: write");
        SEALING.put("rejectDamaged256", "damaged text: reject");
        SEALING.put("rejectUnknownKey256", "text of an unknown key: reject");
        SEALING.put("rejectUnreadable256", "unreadable text: reject");
        SEALING.put("rejectPlain256", "plain text: reject");
    }

    private Peers() {}
}
