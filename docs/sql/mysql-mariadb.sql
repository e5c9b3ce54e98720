-- Statements for MySQL and MariaDB, which SqlReadsIdsIT runs. docs/sql.md explains the numbers of the layout.

-- ## Snowflake ids, layout standard

-- The time of ids
select id, timestampadd(microsecond, (id div 4194304 + 1704067200000) * 1000, '1970-01-01') as made_at from orders;

-- The ids of November 2026
select id from orders where id between (timestampdiff(microsecond, '1970-01-01', '2026-11-01') div 1000 - 1704067200000) * 4194304
    and (timestampdiff(microsecond, '1970-01-01', '2026-12-01') div 1000 - 1704067200000) * 4194304 - 1;

-- A partition for each month; MySQL allows few functions in a partition, and 719528 is 1970-01-01
create table orders_by_month (id bigint primary key) partition by range (id) (
    partition before_2026_11 values less than (((to_days('2026-11-01') - 719528) * 86400000 - 1704067200000) * 4194304),
    partition p2026_11 values less than (((to_days('2026-12-01') - 719528) * 86400000 - 1704067200000) * 4194304),
    partition later values less than maxvalue);
alter table orders_by_month reorganize partition later into (
    partition p2026_12 values less than (((to_days('2027-01-01') - 719528) * 86400000 - 1704067200000) * 4194304),
    partition later values less than maxvalue);

-- ## COMB GUIDs in binary(16), order BYTES, format RFC_9562

-- The time of ids
select id, timestampadd(microsecond, cast(conv(hex(left(id, 6)), 16, 10) as signed) * 1000, '1970-01-01') as made_at from invoices;

-- The ids of November 2026
select id from invoices
where id >= unhex(concat(lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-11-01') div 1000), 12, '0'), '70008000000000000000'))
    and id < unhex(concat(lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-12-01') div 1000), 12, '0'), '70008000000000000000'));

-- A partition for each month, whose end must be a literal
set @november = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-11-01') div 1000), 12, '0');
set @december = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-12-01') div 1000), 12, '0');
set @january = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2027-01-01') div 1000), 12, '0');
set @months = concat('create table invoices_by_month (id binary(16) primary key) partition by range columns (id) (',
    'partition before_2026_11 values less than (x''', @november, '70008000000000000000''), ',
    'partition p2026_11 values less than (x''', @december, '70008000000000000000''), ',
    'partition p2026_12 values less than (x''', @january, '70008000000000000000''), ',
    'partition later values less than (maxvalue))');
prepare months from @months;
execute months;

-- ## COMB GUIDs in uuid, order MARIADB, format RFC_9562

-- The time of ids
select id, timestampadd(microsecond, cast(conv(right(id, 12), 16, 10) as signed) * 1000, '1970-01-01') as made_at from invoices;

-- The ids of November 2026
select id from invoices where id >= cast(concat('00000000-0000-4000-8000-',
        lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-11-01') div 1000), 12, '0')) as uuid)
    and id < cast(concat('00000000-0000-4000-8000-',
        lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-12-01') div 1000), 12, '0')) as uuid);

-- A partition for each month
set @november = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-11-01') div 1000), 12, '0');
set @december = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2026-12-01') div 1000), 12, '0');
set @january = lpad(hex(timestampdiff(microsecond, '1970-01-01', '2027-01-01') div 1000), 12, '0');
set @months = concat('create table invoices_by_month (id uuid primary key) partition by range columns (id) (',
    'partition before_2026_11 values less than (''00000000-0000-4000-8000-', @november, '''), ',
    'partition p2026_11 values less than (''00000000-0000-4000-8000-', @december, '''), ',
    'partition p2026_12 values less than (''00000000-0000-4000-8000-', @january, '''), ',
    'partition later values less than (maxvalue))');
prepare months from @months;
execute months;
