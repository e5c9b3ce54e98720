-- Statements for PostgreSQL, which SqlReadsIdsIT runs. docs/sql.md explains the numbers of the layout.

-- ## Snowflake ids, layout standard

-- The time of ids
select id, to_timestamp((id / 4194304 + 1704067200000) / 1000.0) at time zone 'UTC' as made_at from orders;

-- The ids of November 2026
select id from orders where id between ((extract(epoch from timestamp '2026-11-01') * 1000)::bigint - 1704067200000) * 4194304
    and ((extract(epoch from timestamp '2026-12-01') * 1000)::bigint - 1704067200000) * 4194304 - 1;

-- A partition for each month
create table orders_by_month (id bigint primary key) partition by range (id);
do $$ declare month timestamp; begin
    for month in select generate_series(timestamp '2026-11-01', timestamp '2027-10-01', interval '1 month') loop
        execute format('create table %I partition of orders_by_month for values from (%s) to (%s)',
            'orders_' || to_char(month, 'YYYY_MM'),
            ((extract(epoch from month) * 1000)::bigint - 1704067200000) * 4194304,
            ((extract(epoch from month + interval '1 month') * 1000)::bigint - 1704067200000) * 4194304);
    end loop;
end $$;

-- ## COMB GUIDs in uuid, order BYTES, format RFC_9562

-- The time of ids
select id, to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC' as made_at from invoices;

-- The ids of November 2026
select id from invoices
where id >= (lpad(to_hex((extract(epoch from timestamp '2026-11-01') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
    and id < (lpad(to_hex((extract(epoch from timestamp '2026-12-01') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- A partition for each month
create table invoices_by_month (id uuid primary key) partition by range (id);
do $$ declare month timestamp; begin
    for month in select generate_series(timestamp '2026-11-01', timestamp '2027-10-01', interval '1 month') loop
        execute format('create table %I partition of invoices_by_month for values from (%L) to (%L)',
            'invoices_' || to_char(month, 'YYYY_MM'),
            lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || '70008000000000000000',
            lpad(to_hex((extract(epoch from month + interval '1 month') * 1000)::bigint), 12, '0') || '70008000000000000000');
    end loop;
end $$;
