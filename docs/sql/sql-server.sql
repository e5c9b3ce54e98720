-- Statements for SQL Server. They never ran: they follow the documentation of SQL Server. Try them on a copy.
-- docs/sql.md explains the numbers of the layout.

-- ## Snowflake ids, layout standard

-- The time of ids
select id, dateadd(millisecond, (id / 4194304 + 1704067200000) % 86400000,
    dateadd(day, (id / 4194304 + 1704067200000) / 86400000, cast('19700101' as datetime2(3)))) as made_at
from orders;

-- The ids of November 2026
select id from orders where id between (datediff_big(millisecond, '19700101', '20261101') - 1704067200000) * 4194304
    and (datediff_big(millisecond, '19700101', '20261201') - 1704067200000) * 4194304 - 1;

-- A partition for each month
declare @november bigint = (datediff_big(millisecond, '19700101', '20261101') - 1704067200000) * 4194304,
    @december bigint = (datediff_big(millisecond, '19700101', '20261201') - 1704067200000) * 4194304
create partition function months (bigint) as range right for values (@november, @december);
create partition scheme months as partition months all to ([primary]);
create table orders_by_month (id bigint primary key) on months (id);
alter partition scheme months next used [primary];
declare @january bigint = (datediff_big(millisecond, '19700101', '20270101') - 1704067200000) * 4194304
alter partition function months() split range (@january);
go

-- ## COMB GUIDs in uniqueidentifier, order SQL_SERVER, format RFC_9562

-- The time of ids
select id, dateadd(millisecond, cast(substring(cast(id as binary(16)), 11, 6) as bigint) % 86400000,
    dateadd(day, cast(substring(cast(id as binary(16)), 11, 6) as bigint) / 86400000, cast('19700101' as datetime2(3)))) as made_at
from invoices;

-- The ids of November 2026
select id from invoices where id >= cast('00000000-0000-8000-8000-'
        + convert(char(12), cast(datediff_big(millisecond, '19700101', '20261101') as binary(6)), 2) as uniqueidentifier)
    and id < cast('00000000-0000-8000-8000-'
        + convert(char(12), cast(datediff_big(millisecond, '19700101', '20261201') as binary(6)), 2) as uniqueidentifier);

-- A partition for each month
declare @november uniqueidentifier = cast('00000000-0000-8000-8000-'
        + convert(char(12), cast(datediff_big(millisecond, '19700101', '20261101') as binary(6)), 2) as uniqueidentifier),
    @december uniqueidentifier = cast('00000000-0000-8000-8000-'
        + convert(char(12), cast(datediff_big(millisecond, '19700101', '20261201') as binary(6)), 2) as uniqueidentifier)
create partition function guid_months (uniqueidentifier) as range right for values (@november, @december);
create partition scheme guid_months as partition guid_months all to ([primary]);
create table invoices_by_month (id uniqueidentifier primary key) on guid_months (id);
go

-- ## The table of worker numbers

-- For the move from another generator of Snowflake ids, docs/migrating/from-snowflake.md
update w set owner = 'old-generator', reserved_until = case when w.reserved_until > p.lowest then w.reserved_until else p.lowest end
from idgen_worker as w cross join (select max(id) / 4194304 + 1577836800001 as lowest from posts) as p
where w.namespace = 'default' and w.worker_id < 1024;
insert into idgen_worker (namespace, worker_id, owner, reserved_until)
select 'default', r.n, 'old-generator', p.lowest
from (select top (1024) row_number() over (order by object_id) - 1 as n from sys.all_columns order by n) as r
cross join (select max(id) / 4194304 + 1577836800001 as lowest from posts) as p
where not exists (select 1 from idgen_worker as w where w.namespace = 'default' and w.worker_id = r.n);
