create table idgen_worker (
    namespace varchar(100) not null,
    worker_id bigint not null,
    owner varchar(100) not null,
    reserved_until bigint not null,
    primary key (namespace, worker_id)
);
