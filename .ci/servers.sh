# What .ci/run, .ci/long and .ci/night share: the servers and programs that their tests need. To be sourced, with Debian's
# packages to install where they are missing: Maven Central does not have them.
as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if command -v apt-get >/dev/null && ! dpkg -s "$@" >/dev/null 2>&1; then
    { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"; } ||
        echo "$*: not installed" >&2
fi

# etcd is unpacked, not installed: its package would start a server. The tests find it on the PATH.
if ! command -v etcd >/dev/null && command -v apt-get dpkg-deb >/dev/null; then
    etcd=$PWD/target/etcd
    if [ ! -x "$etcd/usr/bin/etcd" ]; then
        mkdir -p "$etcd"
        (cd "$etcd" && { apt-get download -qq etcd-server || { "${as_root[@]}" apt-get update -qq && apt-get download -qq etcd-server; }; } \
            && dpkg-deb -x etcd-server_*.deb .) || echo "etcd-server: not unpacked" >&2
    fi
    export PATH=$PATH:$etcd/usr/bin
fi
if command -v etcd >/dev/null; then export IDGEN_IT_ETCD=required; fi

# A browser that is there and does not start is a failure here, not a skipped test.
if command -v chromedriver >/dev/null; then export IDGEN_IT_BROWSER=required; fi

# A database of these, or Redis, that cannot be reached is a failure here, not a skipped test: docs/contributing/test-databases.md.
export IDGEN_IT_REDIS=required
small_databases=H2,HSQLDB,SQLITE,POSTGRESQL
export IDGEN_IT_REQUIRED=$small_databases
# Maven Central has the other two for Linux on amd64, and MySQL without a library that it needs.
if [ "$(uname -sm)" = "Linux x86_64" ]; then
    IDGEN_IT_REQUIRED+=,MARIADB
    if [[ $(PATH=$PATH:/sbin ldconfig -p) == *'libaio.so.1 '* ]]; then
        IDGEN_IT_REQUIRED+=,MYSQL
    else
        echo "libaio is missing: no tests on MySQL" >&2
    fi
fi
