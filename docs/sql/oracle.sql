-- Statements for Oracle. They never ran: they follow the documentation of Oracle. Try them on a copy.
-- docs/sql.md explains the numbers of the layout.

-- ## Snowflake ids, layout standard

-- The time of ids
select id, timestamp '1970-01-01 00:00:00' + numtodsinterval((trunc(id / 4194304) + 1704067200000) / 1000, 'second') as made_at
from orders;

-- The ids of November 2026
select id from orders where id between ((date '2026-11-01' - date '1970-01-01') * 86400000 - 1704067200000) * 4194304
    and ((date '2026-12-01' - date '1970-01-01') * 86400000 - 1704067200000) * 4194304 - 1;

-- A partition for each month
create table orders_by_month (id number(19) primary key) partition by range (id)
    (partition before_2026_11 values less than (0));
begin
    for m in (select add_months(date '2026-11-01', level - 1) as first_day from dual connect by level <= 12) loop
        execute immediate 'alter table orders_by_month add partition p' || to_char(m.first_day, 'YYYY_MM') || ' values less than ('
            || to_char(((add_months(m.first_day, 1) - date '1970-01-01') * 86400000 - 1704067200000) * 4194304) || ')';
    end loop;
end;
/

-- ## COMB GUIDs in raw(16), order BYTES, format RFC_9562

-- The time of ids
select id, timestamp '1970-01-01 00:00:00'
    + numtodsinterval(to_number(substr(rawtohex(id), 1, 12), 'XXXXXXXXXXXX') / 1000, 'second') as made_at
from invoices;

-- The ids of November 2026
select id from invoices
where id >= hextoraw(to_char((date '2026-11-01' - date '1970-01-01') * 86400000, 'FM0XXXXXXXXXXX') || '70008000000000000000')
    and id < hextoraw(to_char((date '2026-12-01' - date '1970-01-01') * 86400000, 'FM0XXXXXXXXXXX') || '70008000000000000000');

-- A partition for each month
create table invoices_by_month (id raw(16) primary key) partition by range (id)
    (partition before_2026_11 values less than (hextoraw('00')));
begin
    for m in (select add_months(date '2026-11-01', level - 1) as first_day from dual connect by level <= 12) loop
        execute immediate 'alter table invoices_by_month add partition p' || to_char(m.first_day, 'YYYY_MM')
            || ' values less than (hextoraw('''
            || to_char((add_months(m.first_day, 1) - date '1970-01-01') * 86400000, 'FM0XXXXXXXXXXX')
            || '70008000000000000000''))';
    end loop;
end;
/

-- ## The table of worker numbers

-- For the move from another generator of Snowflake ids, docs/migrating/from-snowflake.md
merge into idgen_worker w
using (select level - 1 as n, (select trunc(max(id) / 4194304) + 1577836800001 from posts) as lowest from dual connect by level <= 1024) r
on (w.namespace = 'default' and w.worker_id = r.n)
when matched then update set w.owner = 'old-generator', w.reserved_until = greatest(w.reserved_until, r.lowest)
when not matched then insert (namespace, worker_id, owner, reserved_until) values ('default', r.n, 'old-generator', r.lowest);
