create table purchase_order (
    id bigint primary key,
    customer varchar(255),
    product varchar(255)
);

create table idgen_worker (
    namespace varchar(100) not null,
    worker_id bigint not null,
    owner varchar(100) not null,
    reserved_until bigint not null,
    primary key (namespace, worker_id)
);

grant usage on schema public to shop_app;
grant select, insert, update, delete on purchase_order to shop_app;
grant select, insert, update on idgen_worker to shop_app;
