create table idgen_worker (
    namespace varchar2(100 char) not null,
    worker_id number(19) not null,
    owner varchar2(100 char) not null,
    reserved_until number(19) not null,
    primary key (namespace, worker_id)
);
