create table purchase (id bigint primary key, reference uuid not null unique, product varchar(100) not null);
