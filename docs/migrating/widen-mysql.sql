-- Widens int ids to bigint on MariaDB and MySQL while processes write. First read "Widening without a stop" in
-- docs/migrating/from-identity.md. Run one step after the other, not the whole file.
-- Foreign keys must have no cascade or set null, which change rows without a trigger. Tables must have no trigger yet,
-- and no id 0, which auto_increment would replace. Rights and log format are as in
-- docs/migrating/from-identity-mysql.md. All writers must use one server until the swap: row locks do not reach the
-- other nodes of a Galera cluster or a replication group.

-- 1. Make the new tables as in show create table, with bigint, and without the foreign keys. :owners and :pets are
-- above the AUTO_INCREMENT there, by more rows than you will insert until step 2 is done: otherwise ids of deleted
-- rows could come back.
create table owners_new like owners;
create table pets_new like pets;
alter table owners_new modify column id bigint not null auto_increment, auto_increment = :owners;
alter table pets_new modify column id bigint not null auto_increment, modify column owner_id bigint not null, auto_increment = :pets;

-- 2. Let triggers repeat each write. Keep their order, with delete first: a row that only the trigger for insert
-- knows would come back after its deletion.
set lock_wait_timeout = 2;
create trigger owners_delete after delete on owners for each row delete from owners_new where id = old.id;
create trigger owners_update after update on owners for each row
    insert into owners_new (id, name) values (new.id, new.name) on duplicate key update name = new.name;
create trigger owners_insert after insert on owners for each row
    insert into owners_new (id, name) values (new.id, new.name) on duplicate key update name = new.name;
create trigger pets_delete after delete on pets for each row delete from pets_new where id = old.id;
create trigger pets_update after update on pets for each row
    insert into pets_new (id, name, owner_id) values (new.id, new.name, new.owner_id)
    on duplicate key update name = new.name, owner_id = new.owner_id;
create trigger pets_insert after insert on pets for each row
    insert into pets_new (id, name, owner_id) values (new.id, new.name, new.owner_id)
    on duplicate key update name = new.name, owner_id = new.owner_id;

-- 3. Copy the old rows, in batches of 1,000; the same for pets, in a procedure copy_pets, also with owner_id. In the
-- client write each procedure between delimiter // and //. Call it again if it is interrupted; let the loop sleep if replicas fall behind. Writers may see a
-- deadlock: repeat the transaction.
create procedure copy_owners()
begin
    declare first bigint default 0;
    declare last bigint default (select coalesce(max(id), 0) from owners);
    while first <= last do
        insert ignore into owners_new (id, name)
            select id, name from owners where id between first and least(first + 999, last) lock in share mode;
        set first = first + 1000;
    end while;
end

set session transaction isolation level read committed;
call copy_owners();

-- 4. Check that each table has as many rows as its copy, both counted in one select. Add the foreign keys, without
-- checking rows again. They keep their new names.
set foreign_key_checks = 0, lock_wait_timeout = 2;
alter table pets_new add constraint pets_new_owner foreign key (owner_id) references owners_new (id), algorithm = inplace;
set foreign_key_checks = 1;

-- 5. Swap, in one statement.
set lock_wait_timeout = 2;
rename table owners to owners_old, owners_new to owners, pets to pets_old, pets_new to pets;

-- 6. Drop the old tables, with their triggers, and the procedures, copy_pets too.
drop table pets_old, owners_old;
drop procedure copy_owners;
